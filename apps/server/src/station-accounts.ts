import type { StationPlatform } from './config.ts'
import { createAccounts, type Accounts, type AccountsNeeds } from './domains/accounts/index.ts'
import { createCaptcha, type Captcha, type CaptchaTables } from './domains/captcha/index.ts'
import { createMailer, type MailTables, type Mailer } from './domains/mail/index.ts'
import type { Media } from './domains/media/index.ts'
import { createThird, type Third, type ThirdTables } from './domains/third/index.ts'
import { createKeyedHash } from './platform/process/keyed-hash.ts'
import type { Tokens } from './platform/calls/viewer.ts'

/** People, and what it takes to know them. */
export interface StationAccounts {
  accounts: Accounts
  captcha: Captcha
  mailer: Mailer
  third: Third
}

export function accountsOf(
  { config, db, events, clock, log, jobs, secrets, egress }: StationPlatform,
  media: Pick<Media, 'portraits'>,
  { tokens, personalData }: { tokens: Tokens; personalData: AccountsNeeds['personalData'] },
): StationAccounts {
  const hash = createKeyedHash(secrets.tokenKey)
  const captcha = createCaptcha(db.withTables<CaptchaTables>(), { clock, hash })
  const mailer = createMailer(db.withTables<MailTables>(), { clock, log, jobs, smtp: config.smtp })
  const accounts = createAccounts(db, {
    clock,
    log,
    events,
    jobs,
    hash,
    tokens,
    captcha,
    mailer,
    personalData,
    portraits: media.portraits,
  })
  const third = createThird(db.withTables<ThirdTables>(), {
    clock,
    log,
    egress,
    accounts: accounts.externalSignIn,
    providers: config.oidcProviders,
    secret: secrets.tokenKey,
  })
  return { captcha, mailer, accounts, third }
}
