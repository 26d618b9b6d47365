import { useLocation } from 'wouter'

/** Whether the user is at a path: `/` matches exactly, any other path also matches everything below it. */
export const useIsHere = (): ((path: string) => boolean) => {
  const [location] = useLocation()
  return (path) => location === path || (path !== '/' && location.startsWith(`${path}/`))
}
