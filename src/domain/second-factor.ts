/** How users prove who they are beyond the password, and what they read about it. */
/** How a user proves again who they are, after the password. */
export const FACTOR_METHODS = ['passkey', 'code', 'recovery'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

export const factorMessages = {
  codeRequired: 'Enter the code.',
  codeFormat: 'Enter the 6 digits that the app shows.',
  recoveryFormat: 'Enter one of your recovery codes, such as 7KQ2M-XW4TB.',
  wrongCode: 'This code is incorrect. Wait for the next one and try again.',
  usedCode: 'This code was already used. Wait for the next one.',
  wrongRecovery: "This isn't one of your recovery codes, or it was already used.",
  wrongPasskey: 'This passkey was not accepted. Try again, or use another method.',
  /** The user declined, or the browser could not ask. */
  notUsed: "The passkey didn't work. Try again, or choose another method.",
  /** The user declined to make one, or the authenticator could not. */
  notMade: 'No passkey was created. Try again, or use another device.',
  alreadyMade: 'You have a passkey on this device or security key already.',
  /** To sign in without a password. */
  notUsedAlone: "The passkey didn't work. Try again, or sign in with your password.",
  unknownPasskey: 'This passkey was not accepted here. Sign in with your password.',
  /** The ticket is used, too old, or had too many wrong codes. */
  startOver: 'Your sign-in took too long or was stopped. Please sign in again.',
  tooManyWrong: 'Too many wrong codes. Please sign in again.',
  nameRequired: 'Enter a name.',
  confirmFirst: "Confirm that it's you to continue.",
  setupTooOld: 'This took too long. Please begin again.',
  hasApp: 'You have an authenticator app already. Remove it before you add another one.',
  lastFactor: 'Your role needs a passkey or an authenticator app. Add another one before you remove this one.',
  needsFactor: 'Recovery codes stand in for a passkey or an authenticator app. Add one first.',
  ownReset: 'Change your own sign-in methods under Security.',
} as const
