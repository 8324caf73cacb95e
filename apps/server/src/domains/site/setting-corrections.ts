import type { Kysely, Transaction } from 'kysely'
import { appendAudit, undoForSec, type UndoableAct } from '../../platform/audit/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { isSettingName } from './setting-rules.ts'
import { Settings, type SiteSettings } from './settings.ts'
import { siteChanged } from './site-events.ts'
import { createSiteStore } from './site-store.ts'
import type { SiteTables } from './site-tables.ts'

export interface SettingCorrections {
  /** Stores settings with an entry of the audit log, by which they can be undone. Returns its number; null changed nothing. */
  correct(actor: string, settings: Partial<SiteSettings>): Promise<number | null>
  readonly undoable: readonly UndoableAct[]
}

const storeOf = (tx: Transaction<unknown>) => {
  const ofSite: Kysely<SiteTables> = tx.withTables<SiteTables>()
  return createSiteStore(ofSite)
}

/** The settings of these names. */
const pick = (settings: SiteSettings, names: readonly string[]): Partial<SiteSettings> =>
  Object.fromEntries(names.filter(isSettingName).map((name) => [name, settings[name]]))

const namesIn = (stored: unknown): string[] => (stored instanceof Object ? Object.keys(stored) : [])

/** Changes settings as operators do. */
export function createSettingCorrections({
  db,
  events,
  clock,
}: Pick<Platform, 'db' | 'events' | 'clock'>): SettingCorrections {
  return {
    async correct(actor, settings) {
      const entryId = await db.transaction().execute(async (tx) => {
        const store = storeOf(tx)
        await store.lock()
        const before = pick(await store.read(), Object.keys(settings))
        const isSame = Object.keys(settings)
          .filter(isSettingName)
          .every((name) => before[name] === settings[name])
        if (isSame) return null
        await store.write(settings)
        const atSec = nowSec(clock)
        await events.announceIn(tx, siteChanged, {})
        return appendAudit(tx, {
          atSec,
          actor,
          domain: 'site',
          act: 'site set',
          subject: `setting ${Object.keys(settings).join(' ')}`,
          before,
          after: settings,
          undoUntilSec: atSec + undoForSec,
        })
      })
      if (entryId !== null) events.announce(siteChanged, {})
      return entryId
    },

    undoable: [
      {
        domain: 'site',
        act: 'site set',
        async current(tx, { after }) {
          const store = storeOf(tx)
          await store.lock()
          return pick(await store.read(), namesIn(after))
        },
        async restore(tx, { before }) {
          const names = namesIn(before)
          await storeOf(tx).write(pick(Settings.parse(before), names))
          await events.announceIn(tx, siteChanged, {})
          return () => events.announce(siteChanged, {})
        },
      },
    ],
  }
}
