import { ApiError, NetworkError } from '#contract/failures.ts'

/** The ways in which any call can fail, as the client throws them; a description adds those that mean something to it. */
export const commonFailures = {
  'server error': new ApiError(500, 'Something went wrong. Please try again.'),
  /** The client has tried to renew the session first: in a browser this is the session's own end. */
  'session over': new ApiError(401, 'Your session has been expired. Please login again!'),
  'network cut': new NetworkError('The server could not be reached'),
}
