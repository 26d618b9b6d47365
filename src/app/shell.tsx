/** The frame of every signed-in screen: header, menus, toasts. Loaded after sign-in, with the services of its pages. */
import '@mantine/notifications/styles.layer.css'
import { AppShell, Box, Burger, Drawer, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import type { SnapshotFrom } from 'xstate'
import type { UnreadActor } from '#machines/notifications/unread.machine.ts'
import type { identityCheckMachine } from '#machines/session/identity-check.machine.ts'
import type { sessionMachine } from '#machines/session/session.machine.ts'
import { LiveContext, PageApiContext, ScreenRolesContext, UnreadContext, useSession } from '#screens/provided.tsx'
import { SavedDialog } from '#screens/saved-dialog.tsx'
import { InspectContext } from '#screens/use-actor.ts'
import { Brand } from '#ui/brand/brand.tsx'
import { ColourSchemeToggle } from '#ui/colour-scheme-toggle/colour-scheme-toggle.tsx'
import { DialogsCoveredContext } from '#ui/dialog/dialog.tsx'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import { areas } from './areas.ts'
import type { AppServices } from './compose.ts'
import { menuOf, profileLinksOf, rolesOfScreens, type Visitor } from './guard.ts'
import { IdleDialog } from './idle-dialog.tsx'
import { lazyScreen, ServicesContext } from './lazy-screen.tsx'
import { keepPaperLight } from './light-on-paper.ts'
import { FollowChanges, useLiveFeed } from './live-feed.ts'
import { MainMenu } from './main-menu.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { pageApiOf, servicesOf } from './page-api.ts'
import { PaletteButton } from './palette/palette-button.tsx'
import { usePalette } from './palette/use-palette.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { recorderOf } from './recording.ts'
import type { Route } from './route.ts'
import classes from './shell.module.css'
import { usePrefetch } from './use-prefetch.ts'
import { useWatchable } from './use-watchable.ts'

const IdentityDialog = lazyPart(async () => (await import('./identity-dialog.tsx')).IdentityDialog)

const NotificationBell = lazyScreen(
  () => import('#screens/notifications/notification-bell.tsx'),
  'NotificationBell',
  areas.notifications,
)

const selectIsChecking = (snapshot: SnapshotFrom<typeof identityCheckMachine>) => snapshot.matches('open')
const selectIdleSeconds = ({ context }: SnapshotFrom<typeof sessionMachine>) => context.session?.idleSeconds

const MAIN_ID = 'main'
const MENU_ID = 'mobile-menu'

interface Props {
  readonly app: AppServices
  readonly routes: readonly Route[]
  readonly visitor: Visitor
  readonly children: ReactNode
}

export const Shell = ({ app, routes, visitor, children }: Props) => {
  const services = useMemo(() => servicesOf(app), [app])
  const pageApi = useMemo(() => pageApiOf(services), [services])
  const { userId, isAdministrator } = useSession()
  const idleSeconds = useSelector(app.session, selectIdleSeconds)
  const isChecking = useSelector(app.identityCheck, selectIsChecking)
  const recorder = useMemo(() => recorderOf(app), [app])
  useWatchable(recorder, app.tab, isAdministrator ? userId : undefined)
  const screenRoles = useMemo(() => rolesOfScreens(routes), [routes])
  const groups = useMemo(() => menuOf(visitor, routes), [visitor, routes])
  const profileLinks = useMemo(() => profileLinksOf(visitor, routes), [visitor, routes])
  const [isMenuOpen, menu] = useDisclosure()
  const palette = usePalette(visitor, routes)
  const unread = useRef<UnreadActor>(null)
  const live = useLiveFeed(app)
  usePrefetch(routes, visitor, app)
  useEffect(keepPaperLight, [])
  return (
    <ServicesContext value={services}>
      <PageApiContext value={pageApi}>
        <InspectContext value={recorder.inspect}>
          <UnreadContext value={unread}>
            <a className={classes.skip} href={`#${MAIN_ID}`}>
              Skip to content
            </a>
            <LiveContext value={live.feed}>
              <AppShell header={{ height: 52 }} padding="md">
                <AppShell.Header className={classes.header}>
                  <Group gap="lg" wrap="nowrap">
                    <Burger
                      hiddenFrom="lg"
                      size="sm"
                      opened={isMenuOpen}
                      onClick={menu.toggle}
                      aria-label="Menu"
                      aria-expanded={isMenuOpen}
                      aria-controls={MENU_ID}
                    />
                    <Link href="/" className={classes.home} aria-label="Homeroom, Home Page">
                      <Brand />
                    </Link>
                    <Box visibleFrom="lg">
                      <MainMenu groups={groups} />
                    </Box>
                  </Group>
                  <Group gap={4} wrap="nowrap">
                    {!visitor.mustAddFactor && <PaletteButton onClick={palette.open} />}
                    {!visitor.mustAddFactor && (
                      <Suspense fallback={<Box w={34} />}>
                        <NotificationBell />
                      </Suspense>
                    )}
                    <ColourSchemeToggle />
                    <ProfileMenu links={profileLinks} />
                  </Group>
                </AppShell.Header>
                <AppShell.Main id={MAIN_ID} tabIndex={-1} className={classes.main}>
                  <ScreenRolesContext value={screenRoles}>
                    <DialogsCoveredContext value={isChecking}>
                      <SavedDialog>{children}</SavedDialog>
                    </DialogsCoveredContext>
                  </ScreenRolesContext>
                </AppShell.Main>
              </AppShell>
              <Drawer
                id={MENU_ID}
                opened={isMenuOpen}
                onClose={menu.close}
                size={280}
                title={<Brand />}
                hiddenFrom="lg"
                closeButtonProps={{ 'aria-label': 'Close menu' }}
              >
                <MobileMenu groups={groups} onNavigate={menu.close} />
              </Drawer>
              <Suspense>{isChecking && <IdentityDialog app={app} />}</Suspense>
              {idleSeconds !== undefined && <IdleDialog app={app} limit={idleSeconds * 1000} />}
              {!visitor.mustAddFactor && palette.parts}
              {/* Those who must add a second factor first may hear of nothing yet. */}
              {!visitor.mustAddFactor && <FollowChanges app={app} userId={userId} tell={live.tell} />}
            </LiveContext>
            <Notifications position="top-right" autoClose={5000} />
          </UnreadContext>
        </InspectContext>
      </PageApiContext>
    </ServicesContext>
  )
}
