import { useLocation } from 'wouter'

/** Whether a link's path is where the user is: `/` only by itself, any other with what lies under it. */
export const useIsHere = (): ((path: string) => boolean) => {
  const [location] = useLocation()
  return (path) => location === path || (path !== '/' && location.startsWith(`${path}/`))
}
