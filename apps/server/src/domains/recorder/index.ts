import type { LiveRow } from '@yunmu/hls'
import type { Kysely } from 'kysely'
import type { DomainModule } from '../../platform/domain-module.ts'
import { createCatchupStore, type CatchupRequest, type CatchupProgress } from './catchup/catchup-store.ts'
import { downAfterMs, isFailing } from './failover/health-rules.ts'
import { pushKey } from './ingest/key-rules.ts'
import { createLeaseStore } from './runs/lease-store.ts'
import { createFileLookup } from './segments/file-lookup.ts'
import { loopsFolder } from './ingest/prepare-input.ts'
import { createPushKeyStore } from './ingest/push-key-store.ts'
import { catchupRequested, pushKeysRevoked, streamRequested } from './recorder-events.ts'
import type { RecordedStream, RecorderNeeds, RecordingNeeds } from './recorder-needs.ts'
import type { RecorderTables } from './recorder-tables.ts'
import { RecordingService } from './recording-service.ts'
import { createRecordingStore, type RecordingHealth } from './runs/recording-store.ts'
import { createSegmentStore } from './segments/segment-store.ts'
import { isRemote, isPushed, readSource } from './failover/source-rules.ts'

/** What this domain offers to the application. */
export interface Recorder {
  /** What was on air between two moments, Unix milliseconds. */
  rows(streamId: number, fromMs: number, toMs: number): Promise<LiveRow[]>
  /** How much of that there is, in milliseconds. */
  availableMs(streamId: number, fromMs: number, toMs: number): Promise<number>
  /** When what is kept of each stream begins, Unix milliseconds; streams of which nothing is are left out. */
  archiveStarts(): Promise<ReadonlyMap<number, number>>
  /** The newest rows that together last at least `seconds`, or all. */
  latest(streamId: number, seconds: number): Promise<LiveRow[]>
  /** Of a stream's playlists, whole seconds. It can only rise, with a segment longer than there ever was. */
  targetDurationSec(streamId: number): Promise<number>
  /** Somebody watches: a stream on demand starts, or goes on. */
  touch(streamId: number): void
  /** Whether a stream on demand has to wait: as many others run as may. */
  isAtCapacity(streamId: number): Promise<boolean>
  /** Whether who waits for a stream's picture waits in vain: its sources have just failed. */
  isFailing(streamId: number): Promise<boolean>
  /**
   * Asks for a programme of the past that a stream's sources may have: it is fetched once and can be played while it comes.
   * `failed` is what they were asked for in vain a moment ago; `busy` that too much is waited for already.
   */
  requestCatchup(request: CatchupRequest): Promise<'pending' | 'failed' | 'busy'>
  /** What has come of it so far; null where nobody asked for it. */
  catchup(request: CatchupRequest): Promise<CatchupProgress | null>
  /** Where what an address `<run>/<file>` names lies, relative to the data folder; null for what no run has. */
  file(streamId: number, rest: string): Promise<string | null>
  /**
   * What an address is as a source: `fetched` from elsewhere, or the operator's `own`, which opens a port or reads a file;
   * null where nothing can be recorded from it.
   */
  sourceKindOf(address: string): 'remote' | 'local' | null
  /** How recordings are doing; streams that never were recorded are left out. */
  health(streamIds: readonly number[]): Promise<Map<number, RecordingHealth>>
  /** Streams that are to have a picture and have none. */
  down(): Promise<ReadonlySet<number>>
  /** Whether nothing is kept that would have to be removed in its time. */
  isEmpty(): Promise<boolean>
  /** Where an encoder pushes a stream to until a moment, Unix seconds: the server, and the name with its key. */
  pushAddress(streamId: number, expirySec: number): Promise<{ server: string; name: string }>
  /** Ends all keys that encoders have for a stream, and their pushes: within seconds. */
  revokePushKeys(streamId: number): Promise<void>
  /** Records until it is told to stop. For the one process that does. */
  recordingService(needs: RecordingNeeds): RecordingService
  readonly module: DomainModule
}

/** Playlists are asked for all the time; the recorder need not hear more often. */
const touchIntervalMs = 5000
const minTargetSec = 2

/** Recordings of streams from outside: made by one process of the station, read by all. */
export function createRecorder(db: Kysely<RecorderTables>, needs: RecorderNeeds): Recorder {
  const segments = createSegmentStore(db)
  const recordings = createRecordingStore(db)
  const catchups = createCatchupStore(db)
  const pushKeys = createPushKeyStore(db)
  const { clock, dataDir, events, hash, settings } = needs
  const touchedMs = new Map<number, number>()
  return {
    rows: segments.rows,
    availableMs: segments.availableMs,
    archiveStarts: segments.archiveStarts,
    latest: segments.latest,
    async targetDurationSec(streamId) {
      return Math.max(minTargetSec, Math.round((await segments.longestMs(streamId)) / 1000))
    },
    touch(streamId) {
      const nowMs = performance.now()
      if (nowMs - (touchedMs.get(streamId) ?? -Infinity) < touchIntervalMs) return
      touchedMs.set(streamId, nowMs)
      events.announce(streamRequested, { streamId })
    },
    isAtCapacity: async (streamId) => (await recordings.health([streamId])).get(streamId)?.phase === 'full',
    async isFailing(streamId) {
      const health = (await recordings.health([streamId])).get(streamId)
      return health !== undefined && isFailing(health, clock.nowMs())
    },
    async requestCatchup(request) {
      const state = await catchups.request(request, clock.nowMs())
      if (state === 'waiting') events.announce(catchupRequested, {})
      return state === 'failed' || state === 'busy' ? state : 'pending'
    },
    catchup: catchups.progress,
    file: createFileLookup({ segments, catchups }),
    sourceKindOf(address) {
      const source = readSource(address, loopsFolder(dataDir))
      if ('rejected' in source) return null
      return isRemote(source) ? 'remote' : 'local'
    },
    health: recordings.health,
    isEmpty: async () => (await segments.isEmpty()) && (await catchups.isEmpty()),
    down: () => recordings.down(clock.nowMs(), downAfterMs),
    async pushAddress(streamId, expirySec) {
      const key = pushKey(hash, { streamId, serial: await pushKeys.serial(streamId) }, expirySec)
      return { server: `rtmp://${settings.rtmpHost}:${settings.rtmpPort}/live`, name: `${streamId}?key=${key}` }
    },
    async revokePushKeys(streamId) {
      await pushKeys.revoke(streamId)
      events.announce(pushKeysRevoked, {})
    },
    recordingService: (recording) =>
      new RecordingService(recording, { segments, recordings, catchups, pushKeys, leases: createLeaseStore(db) }),
    module: { name: 'recorder' },
  }
}

/** Whether a source stands ready for an encoder, which may come at any time. */
export function awaitsEncoder(address: string): boolean {
  const source = readSource(address, '/')
  return !('rejected' in source) && isPushed(source)
}

export type { RecordedStream, RecorderTables, RecordingNeeds }
