import { createInterface } from 'node:readline'
import { createEgress } from '../../platform/egress/egress.ts'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createRecorder } from './index.ts'
import { streamRequested } from './recorder-events.ts'
import type { RecordedStream } from './recorder-needs.ts'

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
const config = { dataDir, egressAllow }
const clock = { nowMs: () => Date.now() }
const settings = { rtmpHost: '127.0.0.1', rtmpPort, ingestPlay: '', maxGb: 0, maxOnDemand: 32 }
const recorder = createRecorder({ db: database.db, config, clock, events, secrets: { mediaKey: secret } }, { settings })
const work = recorder.recordingService({ config, log, egress }, { streams: async () => streamConfigs })
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
