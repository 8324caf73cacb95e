import { roomName, type MatchChange } from '@yunmu/contract'
import { createInterface } from 'node:readline'
import { buildApp } from '../../apps/server/src/app.ts'
import { matchPlayed } from '../../apps/server/src/domains/matches/matches-events.ts'
import { linesOf, sampleLeague } from '../../apps/server/src/domains/matches/matches.fixture.ts'
import { openScratchStation } from './scratch-station.ts'

/**
 * A station in its own process, which runs jobs, with a running match. Prints one line of JSON: its port, the room of the
 * match, the token of a feed, and how its database is reached. Each line of input sends the room the frame of the last
 * goal again, as if it had been scored now and with a score of more than nine hundred, without storing anything. Exits
 * when its input ends.
 */
const source = 'bench'
const { platform, station, close } = await openScratchStation()
const nowSec = Math.floor(Date.now() / 1000)
await station.matches.feed.take(source, linesOf(sampleLeague(nowSec)))
const { rows } = await platform.pool.query<{ id: number }>("select id from match where source_id = 'running'")
const id = rows[0]?.id ?? 0
const token = await station.matches.tokens.add(source, nowSec)

let played: MatchChange = {}
platform.events.on(matchPlayed, (detail) => {
  if (detail?.change.event) played = detail.change
})

const app = await buildApp(platform, station)
await platform.jobs.start()
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
const room = roomName({ kind: 'match', id, level: 0 })
console.log(JSON.stringify({ port: Number(port), room, token, connection: platform.connection }))

/** Scores of frames that were not told. The load tells frames apart by them. */
let untold = 900
const lines = createInterface({ input: process.stdin })
lines.on('line', () => {
  const { event, ...change } = played
  if (event)
    platform.events.announce(matchPlayed, {
      id,
      change: { ...change, score: [++untold, 0], event: { ...event, wallMs: Date.now() } },
    })
  console.log(JSON.stringify(event !== undefined))
})
lines.on('close', () => {
  void app
    .close()
    .then(close)
    .then(() => process.exit(0))
})
