import { nowSec } from '../../platform/process/clock.ts'
import type { GivenBindings } from './items/bindings.ts'
import { migrateJellyfin, type JellyfinRun } from './jellyfin/migrate-jellyfin.ts'
import { createJellyfinServer } from './jellyfin/server.ts'
import type { MigrationParts } from './migration-parts.ts'
import type { SourceSystem } from './migration-tables.ts'
import { recordRun, type BaseRun, type RunOptions } from './record-run.ts'
import type { MigrationReport } from './report-rules.ts'
import type { ItemRun } from './items/run-items.ts'
import { migrateXc } from './xc/migrate-xc.ts'
import { createPanel, type PanelAddress } from './xc/panel.ts'

interface ServerOptions extends RunOptions {
  /** What the operator says now of the server's categories. */
  bindings: GivenBindings
}

export interface JellyfinOptions extends ServerOptions, Pick<JellyfinRun, 'map' | 'onPassword' | 'onImport'> {
  /** The address of the server, without a slash at its end. */
  url: string
  /** An API key of its operator. */
  key: string
}

export interface XcOptions extends ServerOptions, PanelAddress {}

async function itemRun(
  { items }: MigrationParts,
  base: BaseRun,
  system: SourceSystem,
  address: string,
): Promise<ItemRun> {
  const sourceId = await items.sourceId(system, address, !base.dry)
  return { ...base, items, sourceId, planned: new Map() }
}

/** Takes the library of a Jellyfin server. @throws SourceError */
export async function takeJellyfin(parts: MigrationParts, options: JellyfinOptions): Promise<MigrationReport> {
  const { url, key, map, onPassword, onImport, bindings, signal } = options
  const server = createJellyfinServer(parts.egress, url, key)
  const version = await server.check(signal)
  return recordRun(parts, options, { system: `Jellyfin ${version}`, from: url }, async (base) => {
    const run = await itemRun(parts, base, 'jellyfin', url)
    await migrateJellyfin({ ...run, server, map, onPassword, onImport }, bindings)
  })
}

/** Takes what an XC panel has. Its account is stored sealed, and addresses have placeholders for it. @throws SourceError */
export async function takeXc(parts: MigrationParts, options: XcOptions): Promise<MigrationReport> {
  const { origin, user, password, bindings, signal, dry } = options
  const panel = createPanel(parts.egress, { origin, user, password })
  await panel.logIn(signal)
  return recordRun(parts, options, { system: 'XC', from: origin }, async (base) => {
    const accountId = dry
      ? await parts.accounts.idOf({ origin, user })
      : await parts.accounts.save({ origin, user, password, nowSec: nowSec(parts.clock) })
    const run = await itemRun(parts, base, 'xc', `${origin} ${accountId}`)
    await migrateXc({ ...run, panel, origin, accountId }, bindings)
  })
}
