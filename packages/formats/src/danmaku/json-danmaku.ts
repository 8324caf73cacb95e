import {
  createDanmakuCollector,
  danmakuSeconds,
  DanmakuFileError,
  type DanmakuFile,
  type DanmakuFileMode,
  type DanmakuRecord,
  type RawDanmaku,
} from './danmaku.ts'

type JsonObject = Readonly<Record<string, unknown>>

const isJsonObject = (value: unknown): value is JsonObject => value instanceof Object && !Array.isArray(value)
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
/** NaN if it is no number. */
const numberOf = (value: unknown): number => {
  const text = textOf(value).trim()
  return text === '' ? Number.NaN : Number(text)
}

/** Parses a colour given as a number or as `#RRGGBB`, also without leading zeros. NaN if invalid. */
function colorOf(value: unknown): number {
  const hex = /^#([0-9a-f]{1,6})$/i.exec(textOf(value))?.[1]
  if (hex === undefined) return numberOf(value)
  // Three digits are CSS shorthand: each is doubled.
  return Number.parseInt(hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex, 16)
}

/** DPlayer and ArtPlayer use the same numbers; older versions wrote words. */
const MODES: Readonly<Partial<Record<string, DanmakuFileMode>>> = {
  0: 'scroll',
  1: 'top',
  2: 'bottom',
  right: 'scroll',
  scroll: 'scroll',
  static: 'top',
  top: 'top',
  bottom: 'bottom',
}
const NUMBERS: Readonly<Record<DanmakuFileMode, number>> = { scroll: 0, reverse: 0, top: 1, bottom: 2 }

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const NAMED: Readonly<Partial<Record<string, string>>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => HTML[character] ?? character)

const unescapeHtml = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })

/** DPlayer: `[time, type, colour, author, text]`; the text is HTML. */
function rawOfDplayer(item: unknown): RawDanmaku | null {
  if (!Array.isArray(item)) return null
  const [time, type, color, author, text]: readonly unknown[] = item
  return {
    time: numberOf(time),
    mode: MODES[textOf(type)] ?? null,
    color: colorOf(color),
    sender: unescapeHtml(textOf(author)),
    text: unescapeHtml(textOf(text)),
  }
}

/** dandanplay: `{cid, p: "time,mode,colour,user", m}`; modes as Bilibili's, no size. */
function rawOfDandanplay(item: unknown): RawDanmaku | null {
  if (!isJsonObject(item)) return null
  const [time, mode = '', color, ...user] = textOf(item.p).split(',')
  const modes: Readonly<Partial<Record<string, DanmakuFileMode>>> = { 1: 'scroll', 4: 'bottom', 5: 'top', 6: 'reverse' }
  return {
    time: numberOf(time),
    mode: modes[mode.trim()] ?? null,
    color: numberOf(color),
    sender: user.join(''),
    text: textOf(item.m),
    id: textOf(item.cid),
  }
}

/** ArtPlayer: `{text, time, mode, color}`. */
function rawOfArtplayer(item: unknown): RawDanmaku | null {
  if (!isJsonObject(item)) return null
  const { text, time, mode = 0, color } = item
  return {
    time: numberOf(time),
    mode: MODES[textOf(mode)] ?? null,
    color: colorOf(color),
    text: textOf(text),
  }
}

const PARSERS = { dplayer: rawOfDplayer, dandanplay: rawOfDandanplay, artplayer: rawOfArtplayer } as const

/** Detects the format and returns its list of entries. */
function entriesOf(value: unknown): { format: keyof typeof PARSERS; items: readonly unknown[] } {
  if (isJsonObject(value)) {
    if (Array.isArray(value.data)) return { format: 'dplayer', items: value.data }
    if (Array.isArray(value.comments)) return { format: 'dandanplay', items: value.comments }
  }
  if (!Array.isArray(value)) throw new DanmakuFileError('foreign')
  return { format: Array.isArray(value[0]) ? 'dplayer' : 'artplayer', items: value }
}

/**
 * Parses danmaku in the JSON of DPlayer (version 3), dandanplay or ArtPlayer; the format is detected.
 * @throws DanmakuFileError
 */
export function parseDanmakuJson(text: string): DanmakuFile {
  const { format, items } = entriesOf(parsed(text))
  const collector = createDanmakuCollector()
  for (const item of items) collector.add(PARSERS[format](item))
  return collector.done(format)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DanmakuFileError('malformed', { cause })
  }
}

/** Items as JSON, joined by commas. */
function* joinItems(head: string, items: Iterable<unknown>, tail: string): Generator<string> {
  yield head
  let comma = ''
  for (const item of items) {
    yield `${comma}${JSON.stringify(item)}\n`
    comma = ','
  }
  yield tail
}

function* eachOf<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): Generator<Made> {
  for (const item of items) yield make(item)
}

/**
 * Writes danmaku as a reply of DPlayer's API, version 3. Its player renders texts as HTML, so they are escaped. The
 * format has no size and no right-moving danmaku: those move left.
 */
export const writeDplayer = (records: Iterable<DanmakuRecord>): Generator<string> =>
  joinItems(
    '{"code":0,"data":[\n',
    eachOf(records, ({ atMs, mode, color, sender, text }) => [
      danmakuSeconds(atMs),
      NUMBERS[mode],
      color,
      escapeHtml(sender),
      escapeHtml(text),
    ]),
    ']}\n',
  )

/** Writes danmaku as a reply of dandanplay: times in hundredths of a second, without sizes and right-moving danmaku. */
export const writeDandanplay = (records: Iterable<DanmakuRecord>, count: number): Generator<string> =>
  joinItems(
    `{"count":${count},"comments":[\n`,
    eachOf(records, ({ atMs, mode, color, sender, text, id }) => ({
      // As a string: the number may exceed the range of JSON parsers.
      cid: id,
      p: [danmakuSeconds(atMs).toFixed(2), { scroll: 1, reverse: 1, bottom: 4, top: 5 }[mode], color, sender].join(','),
      m: text,
    })),
    ']}\n',
  )

/** Writes danmaku for ArtPlayer's plugin: without sizes, senders and right-moving danmaku. */
export const writeArtplayer = (records: Iterable<DanmakuRecord>): Generator<string> =>
  joinItems(
    '[\n',
    eachOf(records, ({ atMs, mode, color, text }) => ({
      text,
      time: danmakuSeconds(atMs),
      mode: NUMBERS[mode],
      color: `#${color.toString(16).padStart(6, '0')}`,
    })),
    ']\n',
  )
