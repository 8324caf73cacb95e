import type { Kysely } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import { mountUserThirdBind } from './calls/user-third-bind.ts'
import { mountUserThirdBound } from './calls/user-third-bound.ts'
import { mountUserThirdList } from './calls/user-third-list.ts'
import { mountUserThirdLogin } from './calls/user-third-login.ts'
import { mountUserThirdRegister } from './calls/user-third-register.ts'
import { mountUserThirdUnbind } from './calls/user-third-unbind.ts'
import { createIdentityStore } from './identity-store.ts'
import { installFlow } from './install-flow.ts'
import { createProvider } from './provider.ts'
import type { ThirdNeeds, ThirdParts } from './third-needs.ts'
import type { ThirdTables } from './third-tables.ts'
import { createTicketStore } from './ticket-store.ts'

/** Signing in with an account of another site. */
export interface Third {
  /** Deletes expired tickets. */
  removeExpired(): Promise<void>
  readonly module: DomainModule
}

const mounts: readonly ((book: CallBook, parts: ThirdParts) => void)[] = [
  mountUserThirdBind,
  mountUserThirdBound,
  mountUserThirdList,
  mountUserThirdLogin,
  mountUserThirdRegister,
  mountUserThirdUnbind,
]

export function createThird(db: Kysely<ThirdTables>, needs: ThirdNeeds): Third {
  const { clock, log, secret } = needs
  const parts: ThirdParts = {
    providers: new Map(needs.providers.map((settings) => [settings.authType, createProvider(settings, needs)])),
    tickets: createTicketStore(db),
    identities: createIdentityStore(db),
    accounts: needs.accounts,
  }
  const removeExpired = (): Promise<void> => parts.tickets.removeExpired(nowSec(clock))
  return {
    removeExpired,
    module: {
      name: 'third',
      calls(book) {
        for (const mount of mounts) mount(book, parts)
      },
      routes: (app, { limits }) => installFlow(app, { ...parts, clock, log, secret, limits }),
      schedules: [{ name: 'third.removeExpired', everyMinutes: 60, run: removeExpired }],
      personalData: { exportAs: 'thirdParty', exportOf: parts.identities.exportOf },
    },
  }
}

export type { ThirdTables }
