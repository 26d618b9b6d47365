import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { previewSendInvoices, sendInvoices } from '#contract/invoice-history.ts'
import { invoiceDeliveries, invoices } from '#server/db/schema/invoices.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { schools } from '#server/db/schema/schools.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { NOVEMBER } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addDelivery, addInvoice, setBillingEmail, supersede } from '#tests/support/server/issued-invoices.ts'
import { useJobs, useMailServer } from '#tests/support/server/mail-server.ts'
import { notified } from '#tests/support/server/notifications.ts'
import { refusalOf, SCHOOL_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, startTestServer, useTestServer } from '#tests/support/server/test-server.ts'
import { endDelivery } from './deliveries.ts'

const { lincoln, maple } = SCHOOL_IDS
const BILLING = 'billing@lincoln.example'

describe('sending invoices', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const mailServer = useMailServer()
  const token = useDistrict(database, server)
  useJobs(database, server, mailServer)
  const db = () => database().db
  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'BillingHistory')
    await setBillingEmail(database(), lincoln, BILLING)
  })

  const send = (id: number, schoolId: number = lincoln) =>
    server().call('sendInvoiceEmail', { token: token.ada, body: { schoolId, invoiceHistoryId: id } })
  const deliveries = async () =>
    (await db().select().from(invoiceDeliveries).orderBy(invoiceDeliveries.id)).map(
      ({ invoiceId, recipient, state, reason }) => [invoiceId, recipient, state, reason],
    )
  const moves = async () =>
    (await db().select().from(transitionLog).orderBy(transitionLog.id)).map(
      ({ machine, entity, fromState, event, toState, userId }) =>
        `${machine} ${entity}: ${fromState} ${event} ${toState} by ${userId}`,
    )

  test('the school gets the text of the organization with the PDF, the same as the download', async () => {
    await db()
      .update(organisation)
      .set({ invoiceMail: 'Dear {school},\n\nInvoice {number}: {period}, {total}, by {due}.\n\nBest,\n{organization}' })
    const id = await addInvoice(database(), { number: 42, total: '1119.41' })
    const reply = await send(id)
    expect(reply).toMatchObject({
      status: 200,
      message: 'Invoice INV-00042 will be sent to billing@lincoln.example.',
      data: { state: 'queued', recipient: BILLING, reason: null, atUtc: '2026-11-20T15:00:00.000Z' },
    })
    await expect.poll(deliveries).toEqual([[id, BILLING, 'sent', null]])
    expect(mailServer().received).toHaveLength(1)
    const [got] = mailServer().received
    expect(got).toMatchObject({
      subject: 'Invoice INV-00042 from Test District',
      to: { text: BILLING },
      text: 'Dear Lincoln,\n\nInvoice INV-00042: 11/01/2026 to 11/15/2026, $1,119.41, by 12/20/2026.\n\nBest,\nTest District\n',
      attachments: [{ filename: 'INV-00042 Lincoln.pdf', contentType: 'application/pdf' }],
    })
    expect(got?.html).toContain('<p>Best,<br />Test District</p>')
    const download = await server().call('downloadInvoicePdf', {
      token: token.ada,
      params: { path: 'invoice-42.pdf' },
    })
    expect(download.data).toBeInstanceOf(Uint8Array)
    expect(got?.attachments[0]?.content.equals(Buffer.from(download.data as Uint8Array))).toBe(true)
    const [job] = await db().select().from(jobs)
    expect(job?.payload).toMatchObject({ to: BILLING, attached: { invoiceId: id } })
    expect(await moves()).toEqual(['invoice-delivery 1: queued mail.accept sent by null'])
  })

  describe('is refused', () => {
    test('while the invoice is being sent', async () => {
      const id = await addInvoice(database(), { number: 1 })
      await addDelivery(database(), id, 'queued')
      expect(refusalOf(await send(id))).toEqual({
        status: 409,
        message: 'Invoice INV-00001 is being sent already. Wait until it is sent.',
      })
    })

    test('for a replaced invoice, a school without a billing email, and an invoice of another school', async () => {
      const first = await addInvoice(database(), { number: 1 })
      const second = await addInvoice(database(), { number: 2 })
      await supersede(database(), first, second)
      const third = await addInvoice(database(), { number: 3, schoolId: maple })
      expect(refusalOf(await send(first))).toEqual({
        status: 409,
        message: 'Invoice INV-00001 has been replaced by a newer one. Use that one: Billing History shows it.',
      })
      expect(refusalOf(await send(third, maple))).toEqual({
        status: 409,
        message: 'Maple has no billing email. Add one under Billing Details of the school.',
      })
      for (const id of [third, 99]) {
        expect(refusalOf(await send(id))).toEqual({
          status: 404,
          message: 'This invoice no longer exists. Look for it in Billing History.',
        })
      }
      expect(await deliveries()).toEqual([])
      expect(await db().$count(jobs)).toBe(0)
    })

    test('by a server without mail', async () => {
      const id = await addInvoice(database(), { number: 1 })
      const mute = await startTestServer(database(), { mail: undefined })
      mute.now = server().now
      const message =
        "This server has no mail server, so it can't send email. Download the invoice and send it yourself."
      for (const [name, body] of [
        ['sendInvoiceEmail', { schoolId: lincoln, invoiceHistoryId: id }],
        ['previewSendInvoices', NOVEMBER],
        ['sendInvoices', NOVEMBER],
      ] as const) {
        expect(refusalOf(await mute.call(name, { token: token.ada, body }))).toEqual({ status: 409, message })
      }
      await mute.stop()
    })
  })

  test('an invoice that is replaced while its email waits is not sent', async () => {
    mailServer().recipients.set(BILLING, { code: 451, text: '4.7.1 Try again later' })
    const id = await addInvoice(database(), { number: 1 })
    await send(id)
    const last = async () => (await db().select().from(jobs))[0]?.reason
    await expect.poll(last).toBe('The mail server could not take the message: 451 4.7.1 Try again later')
    const listed = await server().call('getInvoiceHistory', { token: token.ada, body: {} })
    expect(listed.data).toMatchObject({
      allInvoiceRecords: [{ delivery: { state: 'queued', reason: await last() } }],
    })
    mailServer().recipients.clear()
    await supersede(database(), id, await addInvoice(database(), { number: 2 }))
    await db()
      .update(jobs)
      .set({ dueAt: new Date(0) })
    await expect
      .poll(deliveries)
      .toEqual([
        [
          id,
          BILLING,
          'failed',
          'Invoice INV-00001 has been replaced by a newer one. Use that one: Billing History shows it.',
        ],
      ])
    expect(mailServer().received).toEqual([])
    const again = { token: token.ada, body: { id: (await db().select().from(jobs))[0]?.id } }
    expect(refusalOf(await server().call('sendMailAgain', again))).toEqual({
      status: 409,
      message: 'Invoice INV-00001 has been replaced by a newer one. Use that one: Billing History shows it.',
    })
  })

  test('a message that is given up after its sending has ended notifies nobody', async () => {
    await addDelivery(database(), await addInvoice(database(), { number: 1 }), 'sent')
    const end = { state: 'failed', reason: 'No such mailbox', at: new Date('2026-11-20T15:02:00Z') } as const
    const [delivery] = await db().select().from(invoiceDeliveries)
    await db().transaction((tx) => endDelivery(tx, { id: delivery?.jobId ?? '', ...end }))
    expect(await deliveries()).toEqual([[1, BILLING, 'sent', null]])
    expect(await moves()).toEqual([])
    expect(await notified(database())).toEqual([])
  })

  test('of ten, the mail server refuses the third: nine are sent, and the third can be sent again', async () => {
    const emailOf = (school: number) => `billing${school}@school.example`
    const ids: number[] = []
    for (let place = 1; place <= 10; place += 1) {
      const schoolId = 3 + place
      await db()
        .insert(schools)
        .values({ name: `School ${place}`, colourCode: '#1F6FB2' })
      await setBillingEmail(database(), schoolId, emailOf(place))
      ids.push(await addInvoice(database(), { number: place, schoolId }))
    }
    mailServer().recipients.set(emailOf(3), { code: 550, text: '5.1.1 No such user here' })
    const sent = await server().call('sendInvoices', { token: token.ada, body: NOVEMBER })
    expect(sendInvoices.data.parse(sent.data)).toEqual({ count: 10, skipped: [] })
    const reason = 'The mail server refused the message: 550 5.1.1 No such user here'
    const expected = ids.map((id, index) =>
      index === 2 ? [id, emailOf(3), 'failed', reason] : [id, emailOf(index + 1), 'sent', null],
    )
    await expect.poll(deliveries, { timeout: 20_000 }).toEqual(expected)
    expect(
      mailServer()
        .received.map(({ attachments }) => attachments[0]?.filename)
        .sort(),
    ).toEqual(
      [1, 10, 2, 4, 5, 6, 7, 8, 9].map((place) => `INV-${String(place).padStart(5, '0')} School ${place}.pdf`).sort(),
    )
    expect(await moves()).toContain('invoice-delivery 3: queued mail.giveUp failed by null')

    mailServer().recipients.clear()
    const [failed] = await db().select().from(jobs).where(eq(jobs.state, 'failed'))
    const again = await server().call('sendMailAgain', { token: token.ada, body: { id: failed?.id } })
    expect(again).toMatchObject({ status: 200 })
    await expect.poll(async () => (await deliveries())[2]).toEqual([ids[2], emailOf(3), 'sent', null])
    expect((await moves()).filter((move) => move.startsWith('invoice-delivery 3:'))).toEqual([
      'invoice-delivery 3: queued mail.giveUp failed by null',
      'invoice-delivery 3: failed mail.retry queued by 1',
      'invoice-delivery 3: queued mail.accept sent by null',
    ])
  })

  test('of a period leaves out what needs no email, and says why', async () => {
    const add = (number: number, more: object = {}) => addInvoice(database(), { number, ...more })
    const replaced = await add(1)
    await supersede(database(), replaced, await add(2))
    await addDelivery(database(), await add(3), 'sent')
    await addDelivery(database(), await add(4), 'queued')
    await addDelivery(database(), await add(5), 'failed', 'No such mailbox')
    await add(6, { paidOn: '2026-11-20' })
    await add(7, { schoolId: maple })
    await add(8, { startDate: '2026-11-16', endDate: '2026-11-30' })
    const expected = {
      count: 2,
      skipped: [
        { invoiceNumber: 'INV-00003', schoolName: 'Lincoln', reason: 'It was sent to billing@lincoln.example before.' },
        {
          invoiceNumber: 'INV-00004',
          schoolName: 'Lincoln',
          reason: 'Invoice INV-00004 is being sent already. Wait until it is sent.',
        },
        { invoiceNumber: 'INV-00006', schoolName: 'Lincoln', reason: 'It is marked as paid.' },
        {
          invoiceNumber: 'INV-00007',
          schoolName: 'Maple',
          reason: 'Maple has no billing email. Add one under Billing Details of the school.',
        },
      ],
    }
    const asked = await server().call('previewSendInvoices', { token: token.ada, body: NOVEMBER })
    expect(previewSendInvoices.data.parse(asked.data)).toEqual(expected)
    expect(await db().$count(jobs)).toBe(0)
    expect((await server().call('sendInvoices', { token: token.ada, body: NOVEMBER })).data).toEqual(expected)
    await expect
      .poll(() =>
        mailServer()
          .received.map(({ subject }) => subject)
          .sort(),
      )
      .toEqual(['Invoice INV-00002 from Test District', 'Invoice INV-00005 from Test District'])
  })

  test('two administrators who send a period at once send each invoice once', async () => {
    await addInvoice(database(), { number: 1 })
    const both = await Promise.all(
      [1, 2].map(() => server().call('sendInvoices', { token: token.ada, body: NOVEMBER })),
    )
    const counts = both.map(({ data }) => sendInvoices.data.parse(data).count)
    expect(counts.sort()).toEqual([0, 1])
    expect(await db().$count(invoiceDeliveries)).toBe(1)
    expect(await db().$count(invoices)).toBe(1)
  })
})
