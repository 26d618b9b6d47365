/** Runs a page's generic machines with the calls of its definition. Keep the identity of calls stable. */
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Call } from '#contract/call.ts'
import type { Follows } from '#contract/follow.ts'
import type { ConfirmActionActor } from '#machines/common/confirm-action.machine.ts'
import type { DetailsEvent, DetailsMachine } from '#machines/common/details.machine.ts'
import { selectItems } from '#machines/common/lookup.machine.ts'
import {
  type Ahead,
  actionMachine,
  detailsMachine,
  lookupMachine,
  type RecordCalls,
  type RunCalls,
  recordMachine,
  runMachine,
} from '#machines/common/page-machines.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'
import type { AnyRun, RunMachine } from '#machines/common/run.machine.ts'
import { usePageApi } from './provided.tsx'
import { useActorRef } from './use-actor.ts'
import { useLive } from './use-live.ts'
import { useTold } from './use-told.ts'

/** A list of options or explanations; empty until it has loaded, and if it can't. */
export const useLookup = <Item>(items: Call<void, readonly Item[]>): readonly Item[] => {
  const { client } = usePageApi()
  return useSelector(useActorRef(useMemo(() => lookupMachine(client, items), [client, items])), selectItems)
}

/**
 * Details that load when they are opened.
 *
 * @param ahead which subjects to read ahead; none by default. Keep its identity stable.
 */
export const useDetails = <Subject, Data>(
  read: Call<Subject, Data>,
  ahead?: Ahead<Subject>,
): ActorRefFrom<DetailsMachine<Subject, Data>> => {
  const { client, rememberPages } = usePageApi()
  return useActorRef(
    useMemo(
      () => detailsMachine(client, read, ahead && { rememberPages, ahead }),
      [client, rememberPages, read, ahead],
    ),
  )
}

const NOTHING: Follows = []

/**
 * Details of a known subject: loaded at once, and again when the subject changes.
 *
 * @param subject compared by value; undefined for none yet
 * @param follows what others change that makes them out of date
 */
export const useDetailsOf = <Subject, Data>(
  read: Call<Subject, Data>,
  subject: Subject | undefined,
  follows: Follows = NOTHING,
): ActorRefFrom<DetailsMachine<Subject, Data>> => {
  const details = useDetails(read)
  useTold<DetailsEvent<Subject>>(details, subject === undefined ? undefined : { type: 'details.open', subject })
  useLive(follows, () => details.send({ type: 'details.follow' }))
  return details
}

/** One action on a record, with or without a confirmation. */
export const useAction = <Subject, Outcome>(act: Call<Subject, Outcome>): ConfirmActionActor<Subject, Outcome> => {
  const { client } = usePageApi()
  return useActorRef(useMemo(() => actionMachine(client, act), [client, act]))
}

/**
 * A run that is started or found, followed and canceled. Changes to what it `follows` say that it may have changed.
 *
 * @param findsOthers while none is followed, a change says that someone may have started one
 */
export const useRun = <Order, Run extends AnyRun>(
  calls: RunCalls<Order, Run>,
  follows: Follows,
  { findsOthers = false }: { readonly findsOthers?: boolean } = {},
): ActorRefFrom<RunMachine<Order, Run>> => {
  const { client } = usePageApi()
  const run = useActorRef(useMemo(() => runMachine(client, calls), [client, calls]))
  useLive(follows, () => {
    const isAtRest: boolean = run.getSnapshot().matches('atRest')
    run.send({ type: findsOthers && isAtRest ? 'run.find' : 'run.change' })
  })
  return run
}

/** A form for one record. */
export const useRecordForm = <Subject, Stored, Values, Outcome>(
  calls: RecordCalls<Subject, Stored, Values, Outcome>,
): ActorRefFrom<RecordFormMachine<Subject, Stored, Values, Outcome>> => {
  const { client } = usePageApi()
  return useActorRef(useMemo(() => recordMachine(client, calls), [client, calls]))
}
