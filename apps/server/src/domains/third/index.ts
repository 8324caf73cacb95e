import { nowSec } from '../../platform/process/clock.ts'
import type { CallRegistry } from '../../platform/calls/mount-call.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
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

const mounts: readonly ((registry: CallRegistry, parts: ThirdParts) => void)[] = [
  mountUserThirdBind,
  mountUserThirdBound,
  mountUserThirdList,
  mountUserThirdLogin,
  mountUserThirdRegister,
  mountUserThirdUnbind,
]

export function createThird(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'egress' | 'secrets'>,
  { providers, accounts }: ThirdNeeds,
): Third {
  const { clock, log, secrets } = platform
  const db = platform.db.withTables<ThirdTables>()
  const parts: ThirdParts = {
    providers: new Map(providers.map((settings) => [settings.authType, createProvider(settings, platform)])),
    tickets: createTicketStore(db),
    identities: createIdentityStore(db),
    accounts,
  }
  const removeExpired = (): Promise<void> => parts.tickets.removeExpired(nowSec(clock))
  return {
    removeExpired,
    module: {
      name: 'third',
      calls(registry) {
        for (const mount of mounts) mount(registry, parts)
      },
      routes: (app, { limits }) => installFlow(app, { ...parts, clock, log, secret: secrets.tokenKey, limits }),
      schedules: [{ name: 'third.removeExpired', everyMinutes: 60, run: removeExpired }],
      personalData: { exportAs: 'thirdParty', exportOf: parts.identities.exportOf },
    },
  }
}
