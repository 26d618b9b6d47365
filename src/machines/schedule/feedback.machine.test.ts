import { describe, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { ApiError, NetworkError } from '#contract/failures.ts'
import type { Feedback } from '#contract/schedule.ts'
import { controlledActor } from '#tests/support/machines/controlled-actor.ts'
import { feedbackMachine, labelsOf, type SaveLabelsInput } from './feedback.machine.ts'

const TARGET = { kind: 'student', id: 11 } as const

const start = (feedback: Partial<Feedback> = {}) => {
  const labels = controlledActor<Feedback, SaveLabelsInput>()
  const actor = createActor(feedbackMachine.provide({ actors: { saveLabels: labels.logic } }), {
    input: { target: TARGET, feedback: { trackingLabels: 'AB,P', trackingFeedback: 'Good start', ...feedback } },
  })
  const toasts: string[] = []
  actor.on('feedback.saved', ({ message }) => toasts.push(message))
  actor.start()
  const context = () => actor.getSnapshot().context
  return { actor, labels, toasts, context }
}

const answer = (trackingLabels: string): Feedback => ({ trackingLabels, trackingFeedback: 'Good start' })

describe('labels', () => {
  it('are parsed from comma-separated text', () => {
    expect(labelsOf('AB, P,,')).toEqual(['AB', 'P'])
    expect(labelsOf('')).toEqual([])
  })

  it('are saved immediately', async () => {
    const { actor, labels, toasts } = start()
    actor.send({ type: 'labels.choose', labels: ['AB', 'P', 'MU'] })
    expect(labels.call(0).input).toEqual({ target: TARGET, labels: ['AB', 'P', 'MU'], seen: ['AB', 'P'] })
    labels.call(0).resolve(answer('AB,P,MU'))
    await waitFor(actor, (snapshot) => snapshot.matches('settled'))
    expect(toasts).toEqual(['Recurrence feeback updated successfully'])
  })

  it('chosen during a save are sent with the next one, never two at a time', async () => {
    const { actor, labels } = start()
    actor.send({ type: 'labels.choose', labels: ['AB'] })
    actor.send({ type: 'labels.choose', labels: [] })
    actor.send({ type: 'labels.choose', labels: ['MU'] })
    expect(labels.calls).toHaveLength(1)
    labels.call(0).resolve(answer('AB'))
    await waitFor(actor, () => labels.calls.length === 2)
    expect(labels.call(1).input.labels).toEqual(['MU'])
    labels.call(1).resolve(answer('MU'))
    await waitFor(actor, (snapshot) => snapshot.matches('settled'))
    expect(labels.calls).toHaveLength(2)
  })

  it('revert to the stored ones when the server refuses, and its message shows until OK', async () => {
    const { actor, labels, context } = start()
    actor.send({ type: 'labels.choose', labels: ['MU'] })
    labels.call(0).reject(new ApiError(409, 'The day was approved'))
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    expect(context()).toMatchObject({ labels: ['AB', 'P'], labelsFailure: 'The day was approved' })
    actor.send({ type: 'failure.dismiss' })
    expect(actor.getSnapshot().matches('settled')).toBe(true)
  })

  it('changed by someone else show theirs, with your choice in the message; choosing again overwrites', async () => {
    const { actor, labels, context } = start()
    actor.send({ type: 'labels.choose', labels: ['AB', 'MU'] })
    labels.call(0).reject(new ApiError(409, 'Someone else saved first', [], answer('ABS')))
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    expect(context()).toMatchObject({
      labels: ['ABS'],
      labelsFailure: 'Someone else saved first\n\nYour labels were not saved: AB, MU',
    })
    actor.send({ type: 'failure.dismiss' })
    actor.send({ type: 'labels.choose', labels: ['ABS', 'MU'] })
    expect(labels.call(1).input).toMatchObject({ labels: ['ABS', 'MU'], seen: ['ABS'] })
  })

  it('stay chosen when the connection is lost, and are sent with the next choice', async () => {
    const { actor, labels, context } = start()
    actor.send({ type: 'labels.choose', labels: ['AB'] })
    labels.call(0).reject(new NetworkError('No response from the server'))
    await waitFor(actor, (snapshot) => snapshot.matches('unsaved'))
    expect(context()).toMatchObject({ labels: ['AB'], labelsFailure: undefined })
    actor.send({ type: 'labels.choose', labels: ['AB', 'MU'] })
    expect(labels.call(1).input.labels).toEqual(['AB', 'MU'])
  })
})
