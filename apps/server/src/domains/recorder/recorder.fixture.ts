import { createInterface } from 'node:readline'
import { createEgress } from '../../platform/egress/egress.ts'
import { createEvents, localBus } from '../../platform/events/events.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createRecorder } from './index.ts'
import { streamRequested } from './recorder-events.ts'
import type { RecordedStream } from './recorder-needs.ts'
import type { RecorderTables } from './recorder-tables.ts'

/**
 * A recorder process that tests start and kill. Its standard input accepts `stop` (graceful), `wanted <stream>`, and a
 * line of JSON with new streams.
 */
const [options = ''] = process.argv.slice(2)
const { connection, dataDir, secret, rtmpPort, egressAllow, streams } = JSON.parse(options)

const log = createLogger()
const database = openDatabase({ connection, log })
const egress = createEgress({ allow: egressAllow })
const events = createEvents(localBus, (err) => {
  throw err
})
let streamConfigs: RecordedStream[] = streams
const needs = {
  dataDir,
  events,
  log,
  egress,
  egressAllow,
  secret,
  clock: { nowMs: () => Date.now() },
  hash: createKeyedHash(secret),
  settings: {
    rtmpHost: '127.0.0.1',
    rtmpPort,
    ingestPlay: '',
    maxGb: 0,
    maxOnDemand: 32,
  },
  streams: async () => streamConfigs,
}
const work = createRecorder(database.db.withTables<RecorderTables>(), needs).recordingService(needs)
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'stop') {
    void work.stop(true).then(async () => {
      await database.close()
      process.exit(0)
    })
  } else if (line.startsWith('wanted ')) events.announce(streamRequested, { streamId: Number(line.slice(7)) })
  else streamConfigs = JSON.parse(line)
})
await work.run()
