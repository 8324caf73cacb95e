import type { Kysely, Transaction } from 'kysely'
import { appendAudit, undoForSec, type UndoableAct } from '../../../platform/audit/audit.ts'
import { isSameJson } from '../../../platform/audit/audit-store.ts'
import type { Platform } from '../../../platform/platform.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { lockChannels } from '../channel-store.ts'
import { channelsChanged } from '../live-events.ts'
import type { LiveNeeds } from '../live-needs.ts'
import type { LiveTables } from '../live-tables.ts'
import { channelFields, type ChannelField, type ChannelState } from './channel-field-rules.ts'
import {
  arePlacesFree,
  channelRowsOf,
  lockKey,
  nextLineId,
  readChannelRows,
  readLines,
  readWholeChannels,
  writeChannelRows,
  type ChannelRows,
  type LineState,
} from './channel-rows-store.ts'
import { addedLine, orderedLines, withoutLine } from './line-correction-rules.ts'

/** What corrections do to channels and lines; also the names in the audit log. */
const channelActs = [
  'channel set',
  'channel enable',
  'channel disable',
  'channel renumber',
  'channel lock',
  'channel unlock',
  'line add',
  'line remove',
  'line enable',
  'line disable',
  'line order',
] as const
type ChannelAct = (typeof channelActs)[number]

/** Why a channel was not corrected. `PlaceTaken`: another channel has the name or number. */
type ChannelRefusal = 'NoSuchChannel' | 'NothingChanged' | 'PlaceTaken'
/** `LineHasPassword`: passwords belong to numbers of lines, which would become those of others. */
type LineRefusal =
  | 'NoSuchChannel'
  | 'NothingChanged'
  | 'NoSuchLine'
  | 'LineHasPassword'
  | 'LineScheduled'
  | 'OrderIncomplete'
  | 'AddressInvalid'

/** A correction that was made, with its number in the audit log. */
interface CorrectedChannels {
  entryId: number
  before: ChannelRows
}

/** Corrections of channels by operators. Each is one transaction with an entry of the audit log, and can be undone. */
export interface ChannelCorrections {
  /**
   * Sets fields, and locks them against lists.
   * @param columns of `parseChannelValue`
   * @param fields those that are locked; empty locks none
   */
  set(
    actor: string,
    id: number,
    columns: ChannelState,
    fields: readonly ChannelField[],
  ): Promise<CorrectedChannels | ChannelRefusal>
  /** Shows channels to visitors, or hides them. Lists do not change that. */
  show(actor: string, ids: readonly number[], shown: boolean): Promise<CorrectedChannels | ChannelRefusal>
  /** Gives channels numbers, which they may exchange. Numbers by channel. */
  renumber(actor: string, numbers: ReadonlyMap<number, number>): Promise<CorrectedChannels | ChannelRefusal>
  lock(
    actor: string,
    id: number,
    fields: readonly ChannelField[],
    locked: boolean,
  ): Promise<CorrectedChannels | ChannelRefusal>
  /** Adds a line behind the others, or an address to one that is there. */
  addLine(
    actor: string,
    id: number,
    given: { address: string; name: string; line: number | null },
  ): Promise<CorrectedChannels | LineRefusal>
  removeLine(actor: string, id: number, line: number): Promise<CorrectedChannels | LineRefusal>
  enableLine(actor: string, id: number, line: number, enabled: boolean): Promise<CorrectedChannels | LineRefusal>
  /** @param lines all numbers of lines in their new order */
  orderLines(actor: string, id: number, lines: readonly number[]): Promise<CorrectedChannels | LineRefusal>
  readonly undoable: readonly UndoableAct[]
}

type CorrectionPlatform = Pick<Platform, 'db' | 'events' | 'clock'>

interface ChannelChange {
  act: ChannelAct
  subject: string
  after: ChannelRows
}

const locksOf = (fields: readonly ChannelField[], locked: boolean): ChannelState =>
  Object.fromEntries(
    fields.flatMap((field) => channelFields[field].columns.map((column) => [lockKey(column), locked] as const)),
  )

/** Runs a correction in one transaction: rows, the entry of the audit log and the event, or nothing. */
const createRunner =
  ({ db, events, clock }: CorrectionPlatform) =>
  async <Refusal extends string>(
    actor: string,
    decide: (tx: Kysely<LiveTables>) => Promise<ChannelChange | Refusal>,
  ): Promise<CorrectedChannels | Refusal | 'NothingChanged' | 'PlaceTaken'> => {
    const done = await db.transaction().execute(async (transaction) => {
      const tx = transaction.withTables<LiveTables>()
      await lockChannels(tx)
      const change = await decide(tx)
      if (typeof change === 'string') return change
      const { act, subject, after } = change
      const before = await readChannelRows(tx, after)
      if (await isSameJson(transaction, before, after)) return 'NothingChanged'
      if (!(await arePlacesFree(tx, after))) return 'PlaceTaken'
      await writeChannelRows(tx, after)
      await events.announceIn(transaction, channelsChanged, {})
      const atSec = nowSec(clock)
      const undoUntilSec = atSec + undoForSec
      const entry = { atSec, actor, domain: 'live', act, subject, before, after, undoUntilSec }
      return { entryId: await appendAudit(transaction, entry), before }
    })
    if (typeof done !== 'string') events.announce(channelsChanged, {})
    return done
  }

/** How corrections of channels are undone. */
const undoableActs = ({ events }: CorrectionPlatform): UndoableAct[] =>
  channelActs.map((act) => ({
    domain: 'live',
    act,
    async current(transaction, { before, after }) {
      const tx = transaction.withTables<LiveTables>()
      await lockChannels(tx)
      return (await arePlacesFree(tx, channelRowsOf(before))) ? readChannelRows(tx, channelRowsOf(after)) : null
    },
    async restore(transaction: Transaction<unknown>, { before }) {
      await writeChannelRows(transaction.withTables<LiveTables>(), channelRowsOf(before))
      await events.announceIn(transaction, channelsChanged, {})
      return () => events.announce(channelsChanged, {})
    },
  }))

const subjectOf = (ids: readonly number[]): string => `channel ${ids.join(' ')}`

export function createChannelCorrections(
  platform: CorrectionPlatform,
  { recorded, locks }: Pick<LiveNeeds, 'recorded' | 'locks'>,
): ChannelCorrections {
  const run = createRunner(platform)

  const changeChannels = (
    actor: string,
    act: ChannelAct,
    states: ReadonlyMap<number, ChannelState>,
  ): Promise<CorrectedChannels | ChannelRefusal> =>
    run<ChannelRefusal>(actor, async (tx) => {
      const ids = [...states.keys()]
      const whole = await readWholeChannels(tx, ids)
      if (ids.length === 0 || ids.some((id) => !whole.has(id))) return 'NoSuchChannel'
      return { act, subject: subjectOf(ids), after: { channel: Object.fromEntries(states), lines: {} } }
    })

  const changeLines = async (
    actor: string,
    { id, act, moves }: { id: number; act: ChannelAct; moves: boolean },
    change: (lines: readonly LineState[], tx: Kysely<LiveTables>) => Promise<LineState[] | LineRefusal>,
  ): Promise<CorrectedChannels | LineRefusal> => {
    const done = await run<LineRefusal>(actor, async (tx) => {
      if (!(await readWholeChannels(tx, [id])).has(id)) return 'NoSuchChannel'
      if (moves && (await locks.lockedLines(id)).size > 0) return 'LineHasPassword'
      const lines = await change((await readLines(tx, [id])).get(id) ?? [], tx)
      if (typeof lines === 'string') return lines
      return {
        act,
        subject: subjectOf([id]),
        after: { channel: { [id]: locksOf(['lines'], true) }, lines: { [id]: lines } },
      }
    })
    if (done === 'PlaceTaken') throw new Error('lines have no places that others could take')
    return done
  }

  return {
    set: (actor, id, columns, fields) =>
      changeChannels(actor, 'channel set', new Map([[id, { ...columns, ...locksOf(fields, true) }]])),
    show: (actor, ids, shown) =>
      changeChannels(
        actor,
        shown ? 'channel enable' : 'channel disable',
        new Map(ids.map((id) => [id, { hidden: !shown, ...locksOf(['visible'], true) }])),
      ),
    renumber: (actor, numbers) =>
      changeChannels(
        actor,
        'channel renumber',
        new Map([...numbers].map(([id, number]) => [id, { number, ...locksOf(['number'], true) }])),
      ),
    lock: (actor, id, fields, locked) =>
      changeChannels(actor, locked ? 'channel lock' : 'channel unlock', new Map([[id, locksOf(fields, locked)]])),

    async addLine(actor, id, { address, name, line }) {
      if (recorded.sourceKindOf(address) === null) return 'AddressInvalid'
      return changeLines(actor, { id, act: 'line add', moves: false }, async (lines, tx) =>
        addedLine(lines, { address, name, line, newId: await nextLineId(tx) }),
      )
    },
    removeLine: (actor, id, line) =>
      changeLines(actor, { id, act: 'line remove', moves: true }, async (lines) => withoutLine(lines, line)),
    enableLine: (actor, id, line, enabled) =>
      changeLines(actor, { id, act: enabled ? 'line enable' : 'line disable', moves: false }, async (lines) =>
        lines[line - 1]
          ? lines.map((each, at) => (at === line - 1 ? { ...each, disabled: !enabled } : each))
          : 'NoSuchLine',
      ),
    orderLines: (actor, id, order) =>
      changeLines(actor, { id, act: 'line order', moves: true }, async (lines) => orderedLines(lines, order)),

    undoable: undoableActs(platform),
  }
}
