import type { GuardedAccess } from '#contract/endpoint.ts'
import type { Report } from '#contract/reports/define-report.ts'
import type { ReportPlace } from '#contract/reports/report-places.ts'
import type { ReportActions } from '#screens/report/report-screen.tsx'
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

/** The row of a report in the route table; its definition is loaded with its screen. */
export const reportRoute = <Values extends object, Row, Key extends string, Sum extends string, Chart>(
  { path, title, access, menu }: ReportPlace,
  load: () => Promise<Report<Values, Row, Key, Sum, Chart>>,
  /** Buttons next to Download that only this report has. */
  loadActions?: () => Promise<ReportActions<Values>>,
): Route => ({
  path,
  title,
  audience: 'signedIn',
  ...openedBy(access),
  menu,
  screen: lazyScreen(async () => {
    const [{ screenOf }, report, actions] = await Promise.all([
      import('#screens/report/report-screen.tsx'),
      load(),
      loadActions?.(),
    ])
    return { ReportScreen: screenOf(report, actions) }
  }, 'ReportScreen'),
})
