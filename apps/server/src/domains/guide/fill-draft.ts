import { readXmltv, type XmltvProgramme } from '@yunmu/formats'
import { GuideImportError } from './guide-import-error.ts'
import { ownSources } from './guide-tables.ts'
import type { ImportCounts, ImportRequest, ImportMessage } from './import-messages.ts'
import { createMatcher, type Matcher } from './match-rules.ts'
import type { CoveredSpan, GuideDraft, StagedShowing, StagedText } from './merge-store.ts'
import { createTimetable, digestOf, type Timetable } from './timetable.ts'
import { excludeSpans, resolveTimetable } from './timetable-rules.ts'
import { decompressFile } from './decompress.ts'

/** Imports never change what was entered by hand, nor what the station's own schedules broadcast. */
const keptSources = Object.values(ownSources)
const textBatchSize = 2000
const showingBatchSize = 5000
const progressIntervalMs = 250
/** Maximum number of channels in a guide file. */
const maxChannels = 100_000

interface ImportState {
  request: ImportRequest
  matcher: Matcher
  /** Matches the channels that an earlier source provides. */
  servedMatcher: Matcher
  /** Those of them that this file provides as well. */
  standby: Set<number>
  timetable: Timetable
  counts: ImportCounts
  /** Index of each channel of the file, by its id there. */
  channelIndexes: Map<string, number>
  texts: StagedText[]
}

const subtitleOf = ({ episode, subtitle }: XmltvProgramme): string =>
  [episode, subtitle].filter((part) => part !== '').join('　')

function sourceChannelIndex(
  { channelIndexes, matcher, servedMatcher }: ImportState,
  sourceChannelId: string,
  names: readonly string[] | null,
): number {
  const known = channelIndexes.get(sourceChannelId)
  if (known === undefined && channelIndexes.size >= maxChannels) throw new GuideImportError('文件里的频道太多')
  // XMLTV lists channels before programmes. A channel without a description can be matched by its id only.
  if (known === undefined || names !== null)
    for (const each of [matcher, servedMatcher]) each.offer({ id: sourceChannelId, names: names ?? [] })
  const channelIndex = known ?? channelIndexes.size
  channelIndexes.set(sourceChannelId, channelIndex)
  return channelIndex
}

function addProgramme(state: ImportState, programme: XmltvProgramme, shiftOf: ReadonlyMap<number, number>): void {
  const { request, matcher, servedMatcher, timetable, counts, texts } = state
  counts.programmes++
  const channelIndex = sourceChannelIndex(state, programme.channel, null)
  const isRecent = programme.startSec >= request.keepFromSec && programme.startSec < request.keepToSec
  if (isRecent) for (const id of servedMatcher.channelsOf(programme.channel)) state.standby.add(id)
  const channelIds = matcher.channelsOf(programme.channel)
  if (channelIds.length === 0) return
  const sub = subtitleOf(programme)
  const digest = digestOf(`${programme.title}\n${sub}`)
  let isImported = false
  for (const channelId of channelIds) {
    const shiftSec = (request.shiftMinutes + (shiftOf.get(channelId) ?? 0)) * 60
    const startSec = programme.startSec + shiftSec
    if (startSec < request.keepFromSec || startSec >= request.keepToSec) continue
    const stopSec = programme.stopSec === null ? null : programme.stopSec + shiftSec
    timetable.add(channelId, { at: counts.programmes, startSec, stopSec, digest }, channelIndex)
    isImported = true
  }
  if (!isImported) return
  const { title, description, categories } = programme
  texts.push({ at: counts.programmes, name: title, sub, intro: description, category: categories[0] ?? '', img: '' })
}

/** Reads the file: texts go to the draft, times to the timetable. */
async function readFile(state: ImportState, draft: GuideDraft, post: (message: ImportMessage) => void): Promise<void> {
  const { request, counts } = state
  const shiftOf = new Map(request.settings.map(({ channelId, shiftMinutes }) => [channelId, shiftMinutes]))
  let bytes = 0
  let reportedMs = performance.now()
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of decompressFile(request.file)) {
      bytes += chunk.length
      yield chunk
    }
  }
  // Pipelines reading and writing: the database writes one batch while the next one is read.
  let writing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    await writing
    writing = draft.stageTexts(state.texts)
    writing.catch(() => undefined)
    state.texts = []
  }
  for await (const entries of readXmltv(counted(), { zoneMinutes: request.zoneMinutes, ...request.limits })) {
    for (const entry of entries) {
      if (entry.kind === 'fault') counts.faults++
      else if (entry.kind === 'programme') addProgramme(state, entry, shiftOf)
      else {
        counts.channels++
        sourceChannelIndex(state, entry.id, entry.names)
      }
    }
    if (state.texts.length >= textBatchSize) await flush()
    if (performance.now() - reportedMs < progressIntervalMs) continue
    reportedMs = performance.now()
    post({ type: 'read', bytes, programmes: counts.programmes })
  }
  if (state.texts.length > 0) await flush()
  await writing
}

/** Resolves the timetable of every channel into the draft's showings. */
async function resolveAll({ request, matcher, timetable, counts, channelIndexes }: ImportState, draft: GuideDraft) {
  const spans: CoveredSpan[] = []
  let showings: StagedShowing[] = []
  const keptSpans = await draft.keptSpans(timetable.channelIds, request.keepFromSec, keptSources)
  for (const channelId of timetable.channelIds) {
    const channelIndex = channelIndexes.get(matcher.matchOf(channelId) ?? '')
    const resolved = resolveTimetable(timetable.slotsOf(channelId, channelIndex ?? 0), request.zoneMinutes)
    const [first, last] = [resolved[0], resolved.at(-1)]
    if (!first || !last) continue
    spans.push({ channelId, fromSec: first.startSec, toSec: last.endSec })
    for (const showing of excludeSpans(resolved, keptSpans.get(channelId) ?? [])) {
      showings.push({ channelId, ...showing })
      counts.taken++
    }
    if (showings.length < showingBatchSize) continue
    await draft.stageShowings(showings)
    showings = []
  }
  if (showings.length > 0) await draft.stageShowings(showings)
  counts.matched = spans.length
  return spans
}

/**
 * Reads a guide file and merges it into the stored guide.
 * @throws GuideImportError, XmltvError if the file is faulty; the stored guide is unchanged then
 */
export async function fillDraft(
  request: ImportRequest,
  draft: GuideDraft,
  post: (message: ImportMessage) => void,
): Promise<Extract<ImportMessage, { type: 'done' }>> {
  const served = new Set(request.served)
  const pins = new Map(
    request.settings
      .filter(({ sourceChannelId }) => sourceChannelId !== '')
      .map(({ channelId, sourceChannelId }) => [channelId, sourceChannelId]),
  )
  const state: ImportState = {
    request,
    matcher: createMatcher(
      request.channels.filter(({ id }) => !served.has(id)),
      pins,
    ),
    servedMatcher: createMatcher(
      request.channels.filter(({ id }) => served.has(id)),
      pins,
    ),
    standby: new Set(),
    timetable: createTimetable(),
    counts: { programmes: 0, channels: 0, matched: 0, taken: 0, faults: 0, standby: 0, changed: 0 },
    channelIndexes: new Map(),
    texts: [],
  }
  await readFile(state, draft, post)
  const { counts } = state
  const spans = await resolveAll(state, draft)
  if (counts.programmes === 0) throw new GuideImportError('文件里没有节目')
  counts.standby = state.standby.size
  if (spans.length + counts.standby === 0) throw new GuideImportError('文件里没有本站频道近期的节目')
  post({ type: 'merging', taken: counts.taken })
  if (spans.length > 0) counts.changed = await draft.merge(spans, { id: request.sourceId, keeps: keptSources })
  return { type: 'done', counts, coverage: spans.map(({ channelId, toSec }) => ({ channelId, untilSec: toSec })) }
}
