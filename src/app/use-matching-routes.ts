import { useMemo } from 'react'
import { matchRoute, useLocation, useRouter } from 'wouter'
import type { Route } from './route.ts'

/** The rows of the route table that match the URL, in table order. */
export const useMatchingRoutes = (routes: readonly Route[]) => {
  const [path] = useLocation()
  const { parser } = useRouter()
  return useMemo(() => routes.filter((route) => matchRoute(parser, route.path, path)[0]), [parser, routes, path])
}
