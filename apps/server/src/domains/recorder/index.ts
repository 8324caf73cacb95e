import type { LiveRow } from '@yunmu/hls'
import type { DomainModule } from '../../platform/domain-module.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import { createCatchupStore, type CatchupRequest, type CatchupProgress } from './catchup/catchup-store.ts'
import { downAfterMs, isFailing } from './failover/health-rules.ts'
import { pushKey } from './ingest/key-rules.ts'
import { createLeaseStore } from './runs/lease-store.ts'
import { createFileLookup } from './segments/file-lookup.ts'
import { loopsFolder } from './ingest/prepare-input.ts'
import { createPushKeyStore } from './ingest/push-key-store.ts'
import { catchupRequested, pushKeysRevoked, streamRequested } from './recorder-events.ts'
import type {
  RecordedStream,
  RecorderNeeds,
  RecorderPlatform,
  RecordingNeeds,
  RecordingPlatform,
} from './recorder-needs.ts'
import type { RecorderTables } from './recorder-tables.ts'
import { RecordingService } from './recording-service.ts'
import { createRecordingStore, type RecordingHealth } from './runs/recording-store.ts'
import { createSegmentStore } from './segments/segment-store.ts'
import { isRemote, isPushed, parseSource } from './failover/source-rules.ts'

/** The interface of this domain. */
export interface Recorder {
  /** Segments between two moments, Unix milliseconds. */
  rows(streamId: number, fromMs: number, toMs: number): Promise<LiveRow[]>
  /** Recorded duration between two moments, in milliseconds. */
  availableMs(streamId: number, fromMs: number, toMs: number): Promise<number>
  /** Start of the stored recording by stream id, Unix milliseconds. Streams without recordings are omitted. */
  archiveStarts(): Promise<ReadonlyMap<number, number>>
  /** The newest rows that together last at least `seconds`, or all. */
  latest(streamId: number, seconds: number): Promise<LiveRow[]>
  /** Target duration of a stream's playlists in whole seconds; never decreases. */
  targetDurationSec(streamId: number): Promise<number>
  /** Starts a stream on demand, or keeps it running. */
  touch(streamId: number): void
  /** Whether a stream on demand has to wait because the maximum number of streams is running. */
  isAtCapacity(streamId: number): Promise<boolean>
  /** Whether the sources of a stream have just failed, so that waiting for a picture is useless. */
  isFailing(streamId: number): Promise<boolean>
  /**
   * Requests a past programme from the sources of a stream. It is fetched once and can be played while it is fetched.
   * `failed`: a recent attempt failed; `busy`: too many requests are pending.
   */
  requestCatchup(request: CatchupRequest): Promise<'pending' | 'failed' | 'busy'>
  /** The state of a requested programme and its segments so far; null if it was not requested. */
  catchup(request: CatchupRequest): Promise<CatchupProgress | null>
  /** The file of a URL path `<run>/<file>`, relative to the data folder; null if there is none. */
  file(streamId: number, rest: string): Promise<string | null>
  /** Kind of a source address: `remote` is pulled, `local` opens a port or reads a file; null if it cannot be recorded. */
  sourceKindOf(address: string): 'remote' | 'local' | null
  /** States of recordings; streams that were never recorded are omitted. */
  health(streamIds: readonly number[]): Promise<Map<number, RecordingHealth>>
  /** The streams among these that were recorded at some time, or that the recorder tries or has failed to record now. */
  tried(streamIds: readonly number[]): Promise<Set<number>>
  /** Streams that should have a picture and have none. */
  down(): Promise<ReadonlySet<number>>
  /** Streams that have a picture now. */
  running(): Promise<ReadonlySet<number>>
  /** Whether there are no recordings that retention would have to delete. */
  isEmpty(): Promise<boolean>
  /** Server URL and stream name with key for an encoder, valid until `expirySec`. */
  pushAddress(streamId: number, expirySec: number): Promise<{ server: string; name: string }>
  /** Revokes all push keys of a stream; running pushes are closed within seconds. */
  revokePushKeys(streamId: number): Promise<void>
  /** Creates the service that records. For the recorder process only. */
  recordingService(platform: RecordingPlatform, needs: RecordingNeeds): RecordingService
  readonly module: DomainModule
}

/** Minimum interval between two events for a stream, because playlists are requested all the time. */
const touchIntervalMs = 5000
const minTargetSec = 2

/** Recordings of streams. One process records, all processes read. */
export function createRecorder(
  { db: stationDb, config, clock, events, secrets }: RecorderPlatform,
  { settings }: RecorderNeeds,
): Recorder {
  const db = stationDb.withTables<RecorderTables>()
  const { dataDir } = config
  const hash = createKeyedHash(secrets.mediaKey)
  const segments = createSegmentStore(db)
  const recordings = createRecordingStore(db)
  const catchups = createCatchupStore(db)
  const pushKeys = createPushKeyStore(db)
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
      const source = parseSource(address, loopsFolder(dataDir))
      if ('rejected' in source) return null
      return isRemote(source) ? 'remote' : 'local'
    },
    health: recordings.health,
    tried: recordings.tried,
    isEmpty: async () => (await segments.isEmpty()) && (await catchups.isEmpty()),
    down: () => recordings.down(clock.nowMs(), downAfterMs),
    running: recordings.running,
    async pushAddress(streamId, expirySec) {
      const key = pushKey(hash, { streamId, serial: await pushKeys.serial(streamId) }, expirySec)
      return { server: `rtmp://${settings.rtmpHost}:${settings.rtmpPort}/live`, name: `${streamId}?key=${key}` }
    },
    async revokePushKeys(streamId) {
      await pushKeys.revoke(streamId)
      events.announce(pushKeysRevoked, {})
    },
    recordingService({ config: { egressAllow }, log, egress }, { streams }) {
      const stores = { segments, recordings, catchups, pushKeys, leases: createLeaseStore(db) }
      const secret = secrets.mediaKey
      const services = { clock, events, log, egress, dataDir, egressAllow, hash, secret }
      return new RecordingService({ ...services, settings, streams }, stores)
    },
    module: { name: 'recorder' },
  }
}

/** Whether a source waits for an encoder, which may connect at any time. */
export function awaitsEncoder(address: string): boolean {
  const source = parseSource(address, '/')
  return !('rejected' in source) && isPushed(source)
}

export type { RecordedStream }
