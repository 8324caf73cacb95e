import { roomName, type Danmaku } from '@yunmu/contract'
import { createInterface } from 'node:readline'
import { buildApp } from '../../apps/server/src/app.ts'
import { danmakuSent } from '../../apps/server/src/domains/danmaku/danmaku-events.ts'
import { aTitle } from '../../apps/server/src/testing/titles.ts'
import { openScratchStation } from './scratch-station.ts'

/**
 * A station in its own process, with a title of two episodes. Prints its address as one line of JSON, and answers each
 * line of input: `gc` collects garbage, `slow` returns how many pages were disconnected because they did not read,
 * `shout <letters>` sends a text of that length to the room of the second episode. Exits when its input ends. Needs
 * `--expose-gc`.
 */
const { platform, station, close } = await openScratchStation()
const nowSec = Math.floor(Date.now() / 1000)
const { id } = await station.catalog.writer.saveTitle(aTitle(), nowSec)
const levels = [1, 2]
await station.catalog.writer.saveEpisodes(
  id,
  levels.map((level) => ({ source: '本站', level, name: `第${level}集` })),
  nowSec,
)
const app = await buildApp(platform, station)
const address = new URL(await app.listen({ port: Number(process.argv[2] ?? 0), host: '127.0.0.1' }))
const rooms = levels.map((level) => roomName({ kind: 'vod', id, level }))
console.log(JSON.stringify({ port: Number(address.port), rooms, connection: platform.connection }))

let shouts = 0
const shout = (letters: number): Danmaku => ({
  id: String(++shouts),
  time: 0,
  mode: 'scroll',
  color: 0,
  size: 25,
  text: 'a'.repeat(letters),
  user: '',
  weight: 5,
  vip: false,
  up: 0,
  mine: false,
})
async function answer(word: string, letters: string | undefined): Promise<unknown> {
  if (word === 'gc') global.gc?.()
  if (word === 'shout') platform.events.announce(danmakuSent, { room: rooms[1] ?? '', danmaku: shout(Number(letters)) })
  const { body } = await platform.metrics.text()
  return Number(/dropped_total\{why="slow"\} (\d+)/.exec(body)?.[1])
}

const words = createInterface({ input: process.stdin })
words.on('line', (line) => {
  const [word = '', letters] = line.split(' ')
  void answer(word, letters).then((slow) => console.log(JSON.stringify({ slow })))
})
words.on('close', () => {
  void app
    .close()
    .then(close)
    .then(() => process.exit(0))
})
