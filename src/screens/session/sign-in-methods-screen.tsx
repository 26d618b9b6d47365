import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { callOf } from '#contract/call.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { filtersOf } from '#contract/filters.ts'
import { getSignInMethods, removeAuthenticatorApp, removePasskey, renewRecoveryCodes } from '#contract/second-factor.ts'
import { RECOVERY_COUNT } from '#domain/factor-codes.ts'
import type { PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { Instant } from '#screens/instant.tsx'
import type { ListDefinition, RowAction } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useList } from '#screens/list/use-list.ts'
import { usePageApi, useSession, useSessionActor } from '#screens/provided.tsx'
import { useRecordForm } from '#screens/use-calls.ts'
import { passkeyHindrance } from '#ui/has-passkeys.ts'
import { IconAction, IconLink } from '#ui/icon-action/icon-action.tsx'
import { IconDeviceMobile } from '#ui/icons/device-mobile.ts'
import { IconId } from '#ui/icons/id.ts'
import { IconKey } from '#ui/icons/key.ts'
import { IconLifebuoy } from '#ui/icons/lifebuoy.ts'
import { IconPassword } from '#ui/icons/password.ts'
import { IconPencil } from '#ui/icons/pencil.ts'
import { IconPlus } from '#ui/icons/plus.ts'
import { IconRefresh } from '#ui/icons/refresh.ts'
import { IconShieldLock } from '#ui/icons/shield-lock.ts'
import { AuthenticatorAppDialog, appCalls } from './authenticator-app-dialog.tsx'
import { PasskeyDialog, passkeyCalls } from './passkey-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SecurityPages } from './security-pages.tsx'

type Methods = DataOf<typeof getSignInMethods>

interface Factor {
  /** The user's only second factor. */
  readonly isOnly: boolean
}

/** A row of the list. */
type Method =
  | { readonly kind: 'password' }
  | ({ readonly kind: 'passkey' } & Factor & Methods['passkeys'][number])
  | ({ readonly kind: 'app' } & Factor & NonNullable<Methods['authenticatorApp']>)
  | { readonly kind: 'codes'; readonly left: number }
  | { readonly kind: 'identity'; readonly provider: string; readonly email: string; readonly addedAtUtc: string }

const methodsIn = ({
  hasPassword,
  identity,
  passkeys,
  authenticatorApp,
  recoveryCodesLeft,
}: Methods): readonly Method[] => {
  const isOnly = passkeys.length + (authenticatorApp ? 1 : 0) === 1
  return [
    ...(hasPassword ? [{ kind: 'password' } as const] : []),
    ...(identity ? [{ kind: 'identity', ...identity, addedAtUtc: identity.linkedAtUtc } as const] : []),
    ...passkeys.map((passkey) => ({ kind: 'passkey', isOnly, ...passkey }) as const),
    ...(authenticatorApp ? [{ kind: 'app', isOnly, ...authenticatorApp } as const] : []),
    // They stand in for one of these.
    ...(passkeys.length > 0 || authenticatorApp ? [{ kind: 'codes', left: recoveryCodesLeft } as const] : []),
  ]
}

const hasFactor = (rows: readonly Method[]) => rows.some(({ kind }) => kind === 'passkey' || kind === 'app')

const KINDS = {
  password: { icon: IconPassword, name: 'Password' },
  passkey: { icon: IconKey, name: 'Passkey' },
  identity: { icon: IconId, name: 'Linked account' },
  app: { icon: IconDeviceMobile, name: 'Authenticator app' },
  codes: { icon: IconLifebuoy, name: 'Recovery codes' },
} as const

const nameOf = (method: Method): string => {
  if (method.kind === 'passkey') return method.name
  return method.kind === 'identity' ? method.provider : KINDS[method.kind].name
}

/** So few that new ones are due. */
const FEW = 3

const MethodName = ({ method }: { readonly method: Method }) => {
  const { icon: Shown, name } = KINDS[method.kind]
  return (
    <Group gap="xs" wrap="nowrap">
      <Shown size={18} stroke={1.7} aria-hidden style={{ flexShrink: 0 }} />
      <Group gap="xs">
        <span style={{ overflowWrap: 'anywhere' }}>{nameOf(method)}</span>
        {method.kind === 'identity' && (
          <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {method.email}
          </Text>
        )}
        {method.kind === 'passkey' && <Badge variant="light">{name}</Badge>}
        {method.kind === 'codes' && (
          <Badge variant="light" color={method.left <= FEW ? 'red' : 'gray'}>
            {method.left} of {RECOVERY_COUNT} left
          </Badge>
        )}
      </Group>
    </Group>
  )
}

const removal = {
  usual: 'Are you sure you want to remove this sign-in method?',
  only: 'Are you sure you want to remove this sign-in method? Your recovery codes will stop working, and your password alone will be enough to sign in.',
} as const

const dropPasskey = callOf(removePasskey, ({ id }: { readonly id: number }) => ({ body: { id } }))
const dropApp = callOf(removeAuthenticatorApp, () => ({}))

const NO_FILTERS = filtersOf()
type Filters = typeof NO_FILTERS.none

/** @param onSettled called when the user has what their role needs */
const methodListOf = (onSettled: () => void): ListDefinition<Method, Filters> => ({
  heading: 'Sign-In Methods',
  filters: NO_FILTERS,
  rows: {
    run: async (client, { page, size }, options) => {
      const methods = await client.call(getSignInMethods, {}, options)
      const all = methodsIn(methods)
      if (!methods.isRequired || hasFactor(all)) onSettled()
      return { rows: all.slice((page - 1) * size, page * size), total: all.length }
    },
  },
  columns: [
    { key: 'method', title: 'Method', render: (method) => <MethodName method={method} /> },
    { key: 'added', title: 'Added', render: (row) => 'addedAtUtc' in row && <Instant at={row.addedAtUtc} /> },
    {
      key: 'used',
      title: 'Last Used',
      render: (row) =>
        'lastUsedAtUtc' in row && (row.lastUsedAtUtc === null ? 'Never' : <Instant at={row.lastUsedAtUtc} />),
    },
  ],
  isNumbered: false,
  keyOf: (row) => (row.kind === 'passkey' ? row.id : row.kind),
  nameOf,
  emptyText: 'No passkey or authenticator app yet',
  deletion: {
    verb: 'Remove',
    isOffered: ({ kind }) => kind === 'passkey' || kind === 'app',
    call: {
      run: (client, method, options) =>
        method.kind === 'passkey' ? dropPasskey.run(client, method, options) : dropApp.run(client, null, options),
    },
    question: (method) => ('isOnly' in method && method.isOnly ? removal.only : removal.usual),
    destructiveLabel: 'Remove',
    failed: 'Not removed',
  },
})

const selectRows = ({ context }: PagedListSnapshot<Method, Filters>) => context.result?.rows

const renewing: RowAction<null, readonly string[]> = {
  call: callOf(
    renewRecoveryCodes,
    () => ({}),
    ({ recoveryCodes }) => recoveryCodes,
  ),
  question: 'Are you sure you want new recovery codes?',
  destructiveLabel: 'Replace codes',
  failed: 'Not replaced',
}

interface IntroductionProps {
  /** Undefined while they load. */
  readonly rows: readonly Method[] | undefined
}

/** What the user should do, or can't do here. */
const Introduction = ({ rows }: IntroductionProps) => {
  const hindrance = passkeyHindrance()
  const { mustAddFactor } = useSession()
  return (
    <>
      {mustAddFactor && (
        <Alert color="yellow" icon={<IconShieldLock aria-hidden />}>
          Your role requires a second sign-in method. Add a passkey or an authenticator app to continue.
        </Alert>
      )}
      {rows !== undefined && !hasFactor(rows) && !mustAddFactor && (
        <Text size="sm">
          Add a passkey or an authenticator app, so that nobody can sign in with just your password.
        </Text>
      )}
      {hindrance !== null && (
        <Text size="sm" c="dimmed">
          {hindrance}
        </Text>
      )}
    </>
  )
}

interface NewCodes {
  readonly fresh: readonly string[]
  /** They came with a factor without which the user could do nothing. */
  readonly opensPortal: boolean
}

/** A user's own password, passkeys, authenticator app and recovery codes. */
export const SignInMethodsScreen = () => {
  const api = usePageApi()
  const session = useSessionActor()
  const { mustAddFactor } = useSession()
  const definition = useMemo(() => methodListOf(() => session.send({ type: 'factor.settle' })), [session])
  const list = useList(definition)
  const rows = useSelector(list, selectRows)
  const [codes, setCodes] = useState<NewCodes>()
  const passkey = useRecordForm(useMemo(() => passkeyCalls(api), [api]))
  const app = useRecordForm(appCalls)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const showCodes = useCallback(
    (fresh: readonly string[]) => {
      const opensPortal = session.getSnapshot().context.session?.mustAddFactor === true
      setCodes({ fresh, opensPortal })
      reload()
    },
    [reload, session],
  )
  const renewal = useRowAction(renewing, showCodes)
  useEffect(() => {
    const added = (fresh: readonly string[] | null, message: string) => {
      if (fresh) return showCodes(fresh)
      notifications.show({ message })
      reload()
    }
    const listeners = [
      passkey.on('record.saved', ({ subject, outcome }) =>
        added(outcome, subject ? 'The passkey was renamed' : 'The passkey was added'),
      ),
      app.on('record.saved', ({ outcome }) => added(outcome, 'The authenticator app was added')),
      // If it could not be saved, another tab may have changed something.
      passkey.on('form.closed', reload),
      app.on('form.closed', reload),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [passkey, app, reload, showCodes])
  const closeCodes = () => {
    setCodes(undefined)
    if (codes?.opensPortal) notifications.show({ message: 'You can use all of Homeroom now' })
  }
  const hasApp = rows?.some(({ kind }) => kind === 'app') ?? true
  return (
    <ListView
      definition={definition}
      list={list}
      above={() => <SecurityPages />}
      overview={() => <Introduction rows={rows} />}
      headerActions={() => (
        <>
          {!hasApp && (
            <Button
              variant="default"
              leftSection={<IconDeviceMobile size={16} aria-hidden />}
              onClick={() => app.send({ type: 'form.open', subject: null })}
            >
              Set up authenticator app
            </Button>
          )}
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={passkeyHindrance() !== null}
            onClick={() => passkey.send({ type: 'form.open', subject: null })}
          >
            Add passkey
          </Button>
        </>
      )}
      rowActions={(method) => (
        <>
          {method.kind === 'password' && !mustAddFactor && (
            <IconLink icon={IconPencil} label="Change password" href="/change-password" />
          )}
          {method.kind === 'passkey' && (
            <IconAction
              icon={IconPencil}
              label={`Rename ${method.name}`}
              tooltip="Rename"
              onClick={() => passkey.send({ type: 'form.open', subject: method })}
            />
          )}
          {method.kind === 'codes' && (
            <IconAction icon={IconRefresh} label="New recovery codes" onClick={() => renewal.begin(null)} />
          )}
        </>
      )}
    >
      {() => (
        <>
          <PasskeyDialog form={passkey} />
          <AuthenticatorAppDialog form={app} />
          <RowActionDialogs
            action={renewal.action}
            definition={renewing}
            nameOf={() => 'Your old codes stop working.'}
            onDone={reload}
          />
          {codes && <RecoveryCodesDialog codes={codes.fresh} onClose={closeCodes} />}
        </>
      )}
    </ListView>
  )
}
