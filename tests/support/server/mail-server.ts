/** A real mail server in the test's process. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { jobKinds, type PortalServices } from '#server/background.ts'
import type { Database } from '#server/db/database.ts'
import type { Working } from '#server/jobs/background.ts'
import { Mail } from '#server/mail/mail.ts'
import { MailLinks } from '#server/mail/mail-links.ts'
import { smtpPost } from '#server/mail/post.ts'
import { Signer } from '#server/signer.ts'
import { TEST_SECRET, TEST_SENDER, type TestServer } from './test-server.ts'
import { workOnJobs } from './work-on-jobs.ts'

/** What it answers instead of accepting: a status with text, or nothing, because the connection is cut. */
export type Answer = { readonly code: number; readonly text: string } | 'cut'

const refusal = ({ code, text }: Exclude<Answer, 'cut'>) => Object.assign(new Error(text), { responseCode: code })

export class MailServer {
  readonly received: ParsedMail[] = []
  /** By recipient, before the message is sent. */
  readonly recipients = new Map<string, Answer>()
  /** Called with each message once it has arrived, before it is answered. */
  onMessage: (message: ParsedMail) => Promise<Answer | undefined> = async () => undefined
  readonly #server: SMTPServer
  #port = 0

  constructor() {
    const server: SMTPServer = new SMTPServer({
      // Without a certificate that clients trust.
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(refusal({ code: 535, text: '5.7.8 Wrong password' })),
      onRcptTo: ({ address }, _session, callback) => {
        const answer = this.recipients.get(address)
        callback(answer && answer !== 'cut' ? refusal(answer) : null)
      },
      onData: (stream, session, callback) => {
        void (async () => {
          const message = await simpleParser(stream)
          this.received.push(message)
          const answer = await this.onMessage(message)
          if (answer === 'cut') {
            for (const connection of server.connections) {
              if (connection.session.id === session.id) connection.close()
            }
          } else callback(answer ? refusal(answer) : null)
        })()
      },
    })
    server.on('error', () => {})
    this.#server = server
  }

  async start(): Promise<void> {
    const { server } = this.#server
    this.#server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`
  }

  get port(): number {
    return this.#port
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

/** Works on the queue of a file's test server during each test, and sends its email to the mail server. */
export function useJobs(database: () => Database, testServer: () => TestServer, mailServer: () => MailServer): void {
  let worker: Working | undefined
  beforeEach(() => {
    const mail = new Mail({ secret: TEST_SECRET, from: TEST_SENDER, post: smtpPost(mailServer().url) })
    const services: PortalServices = {
      db: database().db,
      clock: () => testServer().time,
      mail,
      links: new MailLinks('https://portal.example', new Signer(TEST_SECRET)),
      documents: testServer().documentParts,
    }
    worker = workOnJobs({ kinds: jobKinds, services })
  })
  afterEach(async () => {
    await worker?.stop(5_000)
  })
}

/** Running during the tests of a file, empty before each. */
export function useMailServer(): () => MailServer {
  const server = new MailServer()
  beforeAll(() => server.start())
  beforeEach(() => {
    server.received.length = 0
    server.recipients.clear()
    server.onMessage = async () => undefined
  })
  afterAll(() => server.stop())
  return () => server
}
