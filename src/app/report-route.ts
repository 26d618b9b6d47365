import type { GuardedAccess } from '#contract/endpoint.ts'
import type { Report } from '#contract/reports/define-report.ts'
import { lazyScreen } from './lazy-screen.tsx'
import type { Route } from './route.ts'

/** Who may open a report is who may call it. */
const openedBy = (access: GuardedAccess): Pick<Route, 'roles' | 'screenKey'> => {
  switch (access.kind) {
    case 'signedIn':
      return {}
    case 'roles':
      return { roles: access.roles, ...(access.screen !== undefined && { screenKey: access.screen }) }
    case 'screens':
      return { ...(access.anyOf[0] !== undefined && { screenKey: access.anyOf[0] }) }
  }
}

/** The row of a report in the route table. */
export const reportRoute = <Values extends object, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart>,
): Route => ({
  path: report.path,
  title: report.title,
  audience: 'signedIn',
  ...openedBy(report.access),
  menu: report.menu,
  screen: lazyScreen(
    async () => ({ ReportScreen: (await import('#screens/report/report-screen.tsx')).screenOf(report) }),
    'ReportScreen',
  ),
})
