import { buildApp } from '../../apps/server/src/app.ts'
import { openScratchStation } from './scratch-station.ts'
import { publishSegments } from './segment-asset.ts'

/**
 * A station in its own process, with one asset of eight segments of 2 MB. Prints its address as one line of JSON, and
 * exits when its input ends.
 */
const { platform, station, close } = await openScratchStation()
const published = await publishSegments(platform, station)
const app = await buildApp(platform, station)
const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
console.log(JSON.stringify({ port: Number(address.port), ...published }))

process.stdin.resume().once('end', () => {
  void app
    .close()
    .then(close)
    .then(() => process.exit(0))
})
