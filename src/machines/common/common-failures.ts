import { ApiError, NetworkError } from '#contract/failures.ts'

/** How any call can fail, as the client throws it; examples add the failures that are specific to a call. */
export const commonFailures = {
  'server error': new ApiError(500, 'Something went wrong. Please try again.'),
  /** The client has already tried to refresh the token, so the session is over. */
  'session over': new ApiError(401, 'Your session has been expired. Please login again!'),
  'network cut': new NetworkError('The server could not be reached'),
}
