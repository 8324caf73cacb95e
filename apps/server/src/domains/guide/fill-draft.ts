import { readXmltv, type XmltvProgramme } from '@yunmu/formats'
import { GuideProblem } from './guide-problem.ts'
import type { ImportCounts, ImportOrder, ImportWord } from './import-order.ts'
import { createMatcher, type Matcher } from './match-rules.ts'
import type { CoveredSpan, GuideDraft, StagedShowing, StagedText } from './merge-store.ts'
import { createTimetable, digestOf, type Timetable } from './timetable.ts'
import { aroundSettled, resolveTimetable } from './timetable-rules.ts'
import { unpackFile } from './unpack.ts'

const textsAtOnce = 2000
const showingsAtOnce = 5000
const tellEveryMs = 250
/** Channels that a guide may name. */
const mostChannels = 100_000

interface Reading {
  order: ImportOrder
  matcher: Matcher
  /** Of the channels that a source before this one tells of, and those of them that this one would. */
  others: Matcher
  standby: Set<number>
  timetable: Timetable
  counts: ImportCounts
  /** The number of each channel of the guide. */
  origins: Map<string, number>
  texts: StagedText[]
}

const secondLine = ({ episode, subtitle }: XmltvProgramme): string =>
  [episode, subtitle].filter((part) => part !== '').join('　')

function originOf({ origins, matcher, others }: Reading, outsideId: string, names: readonly string[] | null): number {
  const known = origins.get(outsideId)
  if (known === undefined && origins.size >= mostChannels) throw new GuideProblem('文件里的频道太多')
  // The format asks for channels first; what is not described by then is known by its id alone.
  if (known === undefined || names !== null)
    for (const each of [matcher, others]) each.offer({ id: outsideId, names: names ?? [] })
  const origin = known ?? origins.size
  origins.set(outsideId, origin)
  return origin
}

function takeProgramme(reading: Reading, programme: XmltvProgramme, shiftOf: ReadonlyMap<number, number>): void {
  const { order, matcher, others, timetable, counts, texts } = reading
  counts.programmes++
  const origin = originOf(reading, programme.channel, null)
  const isRecent = programme.startSec >= order.keepFromSec && programme.startSec < order.keepToSec
  if (isRecent) for (const id of others.channelsOf(programme.channel)) reading.standby.add(id)
  const channelIds = matcher.channelsOf(programme.channel)
  if (channelIds.length === 0) return
  const sub = secondLine(programme)
  const digest = digestOf(`${programme.title}\n${sub}`)
  let isTaken = false
  for (const channelId of channelIds) {
    const shiftSec = (order.shiftMinutes + (shiftOf.get(channelId) ?? 0)) * 60
    const startSec = programme.startSec + shiftSec
    if (startSec < order.keepFromSec || startSec >= order.keepToSec) continue
    const stopSec = programme.stopSec === null ? null : programme.stopSec + shiftSec
    timetable.add(channelId, { at: counts.programmes, startSec, stopSec, digest }, origin)
    isTaken = true
  }
  if (!isTaken) return
  const { title, description, categories } = programme
  texts.push({ at: counts.programmes, name: title, sub, intro: description, category: categories[0] ?? '', img: '' })
}

/** Reads the file into the draft's texts and the timetable. */
async function readFile(reading: Reading, draft: GuideDraft, tell: (word: ImportWord) => void): Promise<void> {
  const { order, counts } = reading
  const shiftOf = new Map(order.settings.map(({ channelId, shiftMinutes }) => [channelId, shiftMinutes]))
  let bytes = 0
  let toldMs = performance.now()
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of unpackFile(order.file)) {
      bytes += piece.length
      yield piece
    }
  }
  // The database writes one batch while the next one is read.
  let writing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    await writing
    writing = draft.stageTexts(reading.texts)
    writing.catch(() => undefined)
    reading.texts = []
  }
  for await (const entries of readXmltv(counted(), { zoneMinutes: order.zoneMinutes, ...order.limits })) {
    for (const entry of entries) {
      if (entry.kind === 'fault') counts.faults++
      else if (entry.kind === 'programme') takeProgramme(reading, entry, shiftOf)
      else {
        counts.channels++
        originOf(reading, entry.id, entry.names)
      }
    }
    if (reading.texts.length >= textsAtOnce) await flush()
    if (performance.now() - toldMs < tellEveryMs) continue
    toldMs = performance.now()
    tell({ said: 'read', bytes, programmes: counts.programmes })
  }
  if (reading.texts.length > 0) await flush()
  await writing
}

/** Resolves the timetable of every channel into the draft's showings. */
async function resolveAll({ order, matcher, timetable, counts, origins }: Reading, draft: GuideDraft) {
  const spans: CoveredSpan[] = []
  let showings: StagedShowing[] = []
  const settled = await draft.settled(timetable.channelIds, order.keepFromSec)
  for (const channelId of timetable.channelIds) {
    const origin = origins.get(matcher.matchOf(channelId) ?? '')
    const resolved = resolveTimetable(timetable.slotsOf(channelId, origin ?? 0), order.zoneMinutes)
    const [first, last] = [resolved[0], resolved.at(-1)]
    if (!first || !last) continue
    spans.push({ channelId, fromSec: first.startSec, toSec: last.endSec })
    for (const showing of aroundSettled(resolved, settled.get(channelId) ?? [])) {
      showings.push({ channelId, ...showing })
      counts.taken++
    }
    if (showings.length < showingsAtOnce) continue
    await draft.stageShowings(showings)
    showings = []
  }
  if (showings.length > 0) await draft.stageShowings(showings)
  counts.matched = spans.length
  return spans
}

/**
 * Reads a guide and puts it in the place of the old one.
 * @throws GuideProblem, XmltvError where the file is at fault; nothing has changed then
 */
export async function fillDraft(
  order: ImportOrder,
  draft: GuideDraft,
  tell: (word: ImportWord) => void,
): Promise<Extract<ImportWord, { said: 'done' }>> {
  const served = new Set(order.served)
  const pins = new Map(
    order.settings
      .filter(({ outsideId }) => outsideId !== '')
      .map(({ channelId, outsideId }) => [channelId, outsideId]),
  )
  const reading: Reading = {
    order,
    matcher: createMatcher(
      order.channels.filter(({ id }) => !served.has(id)),
      pins,
    ),
    others: createMatcher(
      order.channels.filter(({ id }) => served.has(id)),
      pins,
    ),
    standby: new Set(),
    timetable: createTimetable(),
    counts: { programmes: 0, channels: 0, matched: 0, taken: 0, faults: 0, standby: 0, changed: 0 },
    origins: new Map(),
    texts: [],
  }
  await readFile(reading, draft, tell)
  const { counts } = reading
  const spans = await resolveAll(reading, draft)
  if (counts.programmes === 0) throw new GuideProblem('文件里没有节目')
  counts.standby = reading.standby.size
  if (spans.length + counts.standby === 0) throw new GuideProblem('文件里没有本站频道近期的节目')
  tell({ said: 'merging', taken: counts.taken })
  if (spans.length > 0) counts.changed = await draft.merge(spans, { id: order.sourceId, keepsHandWritten: true })
  return { said: 'done', counts, reach: spans.map(({ channelId, toSec }) => ({ channelId, untilSec: toSec })) }
}
