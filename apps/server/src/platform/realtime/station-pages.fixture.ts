import { connect } from 'node:net'
import { type Danmaku, type ServerFrame, realtimePath } from '@yunmu/contract'
import { vi } from 'vitest'
import { danmakuSent } from '../../domains/danmaku/danmaku-events.ts'
import { listening, type RealtimePage } from '../../testing/realtime-page.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'

/** A listening station with a title of twelve rooms, and helpers for its pages. */
export async function buildRealtimeStation() {
  const t = await buildTestApp({ ALLOWED_ORIGINS: 'https://friend.example' })
  const address = await listening(t.app)
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { writer } = t.station.catalog
  const { id: titleId } = await writer.saveTitle(aTitle({ name: '雾港来信' }), nowSec)
  const levels = Array.from({ length: 12 }, (_, at) => at + 1)
  await writer.saveEpisodes(
    titleId,
    levels.map((level) => ({ source: '本站', level, name: `第${level}集` })),
    nowSec,
  )
  const roomOf = (level: number): string => `vod:${titleId}:${level}`

  let lastId = 100
  const danmaku = (text: string): Danmaku => ({
    id: String(++lastId),
    time: 12.5,
    mode: 'scroll',
    color: 0xffffff,
    size: 25,
    text,
    user: 'u',
    weight: 5,
    vip: false,
    up: 0,
    mine: false,
  })
  const say = (level: number, text: string): Danmaku => {
    const one = danmaku(text)
    t.events.announce(danmakuSent, { room: roomOf(level), danmaku: one })
    return one
  }
  /** Polls until true, for busy machines. */
  const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 40_000 })
  const textsHeard = ({ heard }: RealtimePage): string[] =>
    heard.flatMap((frame) => ('danmaku' in frame ? frame.danmaku.map(({ text }) => text) : []))
  const refusedRooms = ({ heard }: RealtimePage): string[] =>
    heard.flatMap((frame) => ('refused' in frame ? [frame.room] : []))
  const isBulletins = (frame: ServerFrame): boolean => 'bulletins' in frame

  /** A connection without a WebSocket implementation on our side. */
  async function rawSocket() {
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    socket.write(`GET ${realtimePath} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.resume()
    return { socket }
  }
  return { t, address, nowSec, titleId, levels, roomOf, say, soon, textsHeard, refusedRooms, isBulletins, rawSocket }
}
