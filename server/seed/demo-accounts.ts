/** Accounts of the demo district. All people are invented; production never gets these accounts. */
import type { RoleName } from '#domain/roles.ts'

/** For every account of the demo district. */
export const DEMO_PASSWORD = 'homeroom'

export interface DemoAccount {
  email: string
  password: string
  role: RoleName
  displayName: string
  /** What the account shows. */
  about: string
}

const account = (email: string, role: RoleName, displayName: string, about: string): DemoAccount => ({
  email: `${email}@homeroom.example`,
  password: DEMO_PASSWORD,
  role,
  displayName,
  about,
})

export const DEMO_ADMINISTRATOR = account('admin', 'Administrators', 'Ruth Abernathy', 'sees everyone, approves')
export const DEMO_SECOND_ADMINISTRATOR = account('office', 'Administrators', 'Tomás Quintana', 'a second administrator')
export const DEMO_PROVIDER = account(
  'maria',
  'Providers',
  'Maria Santos-Okafor',
  'occupational therapist at two schools',
)
export const DEMO_SECOND_PROVIDER = account('james', 'Providers', 'James Whitfield', 'physical therapist')
export const DEMO_SPECIAL_PROVIDER = account('ngozi', 'SpecialProvider', 'Ngozi Adeyemi', 'speech-language pathologist')

/** In the order of the start message and the README. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  DEMO_ADMINISTRATOR,
  DEMO_SECOND_ADMINISTRATOR,
  DEMO_PROVIDER,
  DEMO_SECOND_PROVIDER,
  DEMO_SPECIAL_PROVIDER,
]
