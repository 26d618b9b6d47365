import { useMemo } from 'react'
import { matchRoute, type Parser, useLocation, useRouter } from 'wouter'
import type { Route } from './route.ts'

/** The rows of the route table that match a path, in table order. */
export const matchingRoutes = (routes: readonly Route[], path: string, parser: Parser): readonly Route[] =>
  routes.filter((route) => matchRoute(parser, route.path, path)[0])

/** The rows of the route table that match the URL, in table order. */
export const useMatchingRoutes = (routes: readonly Route[]) => {
  const [path] = useLocation()
  const { parser } = useRouter()
  return useMemo(() => matchingRoutes(routes, path, parser), [parser, routes, path])
}
