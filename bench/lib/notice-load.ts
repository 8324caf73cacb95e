import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { openPageLines, type PageLine } from './page-line.ts'

/**
 * Pages of signed-in users that wait for reminders of matches, half of them at each of two instances; a page whose
 * connection breaks connects to the other one. Run as its own process. The first line of input has the ports and the
 * tokens; it is answered when all pages are connected, each further line with what they have received.
 */
export interface NoticeLoad {
  ports: [number, number]
  tokens: string[]
}

export interface Noticed {
  /** Connections that broke. */
  broken: number
  /** Pages that are connected. */
  open: number
  /** Pages that received the reminder, and of those whose connection never broke. */
  noticed: number
  noticedUnbroken: number
  /** Frames of the reminder beyond the first of a page. */
  repeated: number
  /** Pages that received the message for their box. */
  messaged: number
  /** When the last page received the reminder first, Unix milliseconds. */
  lastMs: number
}

interface Page {
  isBroken: boolean
  isOpen: boolean
  notices: number
  messages: number
  noticedMs: number
}

/** Longest time until a page connects again. */
const reconnectMs = 1500

/** One address a page, so that no limit is met. */
const addressOf = (at: number): string => `10.${at >> 16}.${(at >> 8) & 0xff}.${at & 0xff}`

const pages: Page[] = []

function lineOf(load: NoticeLoad, at: number, side: 0 | 1): PageLine {
  const page = pages[at] ?? { isBroken: false, isOpen: true, notices: 0, messages: 0, noticedMs: 0 }
  pages[at] = page
  return {
    port: load.ports[side],
    address: addressOf(at),
    first: [JSON.stringify({ hello: { token: load.tokens[at] ?? '', lang: 's' } })],
    onFrame(bytes) {
      const frame: { notice?: unknown; message?: unknown } = JSON.parse(bytes.toString())
      if (frame.message) page.messages++
      if (!frame.notice) return
      if (page.notices === 0) page.noticedMs = Date.now()
      page.notices++
    },
    onClose() {
      page.isBroken = true
      page.isOpen = false
      void reconnect(load, at, side === 0 ? 1 : 0)
    },
  }
}

async function reconnect(load: NoticeLoad, at: number, side: 0 | 1): Promise<void> {
  await delay(Math.random() * reconnectMs)
  await openPageLines(1, () => lineOf(load, at, side))
  const page = pages[at]
  if (page) page.isOpen = true
}

const noticedOf = (): Noticed => ({
  broken: pages.filter(({ isBroken }) => isBroken).length,
  open: pages.filter(({ isOpen }) => isOpen).length,
  noticed: pages.filter(({ notices }) => notices > 0).length,
  noticedUnbroken: pages.filter(({ isBroken, notices }) => !isBroken && notices > 0).length,
  repeated: pages.reduce((sum, { notices }) => sum + Math.max(0, notices - 1), 0),
  messaged: pages.filter(({ messages }) => messages > 0).length,
  lastMs: Math.max(...pages.map(({ noticedMs }) => noticedMs)),
})

async function start(load: NoticeLoad): Promise<void> {
  await openPageLines(load.tokens.length, (at) => lineOf(load, at, at % 2 === 0 ? 0 : 1))
  console.log('"ready"')
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (pages.length === 0) void start(JSON.parse(line))
    else console.log(JSON.stringify(noticedOf()))
  })
  .on('close', () => process.exit(0))
