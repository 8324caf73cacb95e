import { createValueCache } from '../../platform/caching/value-cache.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import { isRefusedToOne, isUnavailable, logFailedRefresh } from '../../platform/http/failures.ts'
import type { Platform } from '../../platform/platform.ts'
import { installProvide, type ProvideBody } from './install-provide.ts'
import { installTvbox } from './install-tvbox.ts'
import type { ProvideNeeds } from './provide-needs.ts'

const cacheBytes = 32 * 1024 * 1024
const maxAgeMs = 5 * 60_000

/** What goes out to other programs: the collection interface and the configuration of television boxes. */
export interface Provide {
  readonly module: DomainModule
}

export function createProvide(
  { changes, clock, log }: Pick<Platform, 'changes' | 'clock' | 'log'>,
  needs: ProvideNeeds,
): Provide {
  return {
    module: {
      name: 'provide',
      routes(app, http) {
        const cache = createValueCache<ProvideBody>({
          changes,
          nowMs: clock.nowMs,
          maxBytes: cacheBytes,
          maxAgeMs,
          bytesOf: ({ bytes }) => bytes.length,
          isUnavailable,
          isRefusedToOne,
          onFailedRefresh: logFailedRefresh(log),
        })
        installProvide(app, { ...needs, changes, clock, cache }, http)
        installTvbox(app, needs, http)
      },
    },
  }
}

export type { ProvideNeeds }
