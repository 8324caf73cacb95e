import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RenditionDraft, VersionDraft } from '../media-store.ts'
import { planChunks } from './encode/chunk-rules.ts'
import { codecsOf } from './fmp4/codecs.ts'
import { trackFactsOf } from './fmp4/track-facts.ts'
import { FfmpegError } from './ffmpeg/run-ffmpeg.ts'
import {
  copiedName,
  canCopy,
  hasShortSegments,
  ladderOf,
  nominalHeight,
  outputRate,
  rejectionReason,
  truncationReason,
  displaySize,
  type Rung,
  type Size,
} from './encode/ladder-rules.ts'
import { measureSegments, totalMs } from './fmp4/measure-segments.ts'
import { InvalidMediaError } from './invalid-media-error.ts'
import {
  extractPictures,
  writeStoryboard,
  type InputArgs,
  type ExtractedPictures,
} from './pictures/extract-pictures.ts'
import { measureDuration, probe, toMediaError, type Probed } from './ffmpeg/probe.ts'
import { remux } from './encode/remux.ts'
import { alignTimestamps } from './fmp4/align-timestamps.ts'
import { chunkListInput, sourceInput } from './ffmpeg/source-input.ts'
import { writeSubtitles } from './tracks/subtitles.ts'
import { audioTracks } from './tracks/audio-tracks.ts'
import { chunkList, cutSegments, encodeAudio, encodeChunks, discardOutdatedWork } from './encode/transcode.ts'

export interface IngestRequest {
  /** The video file, untrusted. */
  file: string
  /** Subtitle files that belong to it. */
  subtitles: readonly string[]
  /** The empty folder of the new version. */
  dir: string
  /** Finished steps are stored here for a next run to resume. The caller removes it when the result is safe. */
  workDir: string
  /** Also encodes lower rungs for a video that is copied. */
  withLadder?: boolean
  /** x264 preset. */
  preset?: string
  signal?: AbortSignal
  onProgress?: (progress: IngestProgress) => void
}

export interface IngestProgress {
  step: 'copy' | 'encode' | 'pictures'
  /** Progress of that step, 0 to 1. */
  share: number
}

export interface Ingested {
  version: VersionDraft
  pictures: ExtractedPictures
  way: 'copied' | 'encoded'
  /** Chunks that an earlier run had finished. */
  resumedChunks: number
  /** What was left out, for the operator. */
  notes: string[]
}

type Job = IngestRequest & { probed: Probed; report: (step: IngestProgress['step'], share: number) => void }

interface ProducedRenditions {
  renditions: RenditionDraft[]
  way: Ingested['way']
  resumedChunks: number
  /** Best input for thumbnails and pictures. */
  thumbnailInput: InputArgs
  pictureInput: InputArgs
}

/**
 * Converts one video file into the files of an asset version: segments, subtitles, thumbnails.
 * @throws InvalidMediaError for a file that cannot be converted; the reason of the signal when aborted
 */
export async function ingestFile(request: IngestRequest): Promise<Ingested> {
  const { file, signal, onProgress } = request
  const [dir, workDir] = [resolve(request.dir), resolve(request.workDir)]
  const probed = await probeVideo(file, signal)
  await mkdir(workDir, { recursive: true })
  const report: Job['report'] = (step, share) => onProgress?.({ step, share: Math.min(1, Math.max(0, share)) })
  const job: Job = { ...request, dir, workDir, probed, report }
  try {
    const produced = (await copy(job)) ?? (await encode(job, ladderOf(probed.video)))
    const playable = produced.renditions.map(({ name, segments }) => ({
      folder: join(dir, 'std', name),
      segments: segments.length,
    }))
    await alignTimestamps(playable)
    const durationMs = Math.max(...produced.renditions.map(({ segments }) => totalMs(segments)))
    const subtitles = await writeSubtitles({ file, probed, subtitleFiles: request.subtitles, dir, workDir, signal })
    const sheets = join(dir, 'std', 'storyboard')
    report('pictures', 0)
    const videoMs = totalMs(produced.renditions[0]?.segments ?? [])
    const source = { durationSec: videoMs / 1000, signal }
    const storyboard = await writeStoryboard({ ...source, inputArgs: produced.thumbnailInput, folder: sheets })
    report('pictures', 0.7)
    const pictures = await extractPictures({ ...source, inputArgs: produced.pictureInput, sheets, storyboard, workDir })
    const { way, resumedChunks } = produced
    const version = { durationMs, renditions: [...produced.renditions, ...subtitles.renditions], storyboard }
    return { version, pictures, way, resumedChunks, notes: subtitles.notes }
  } catch (err) {
    throw err instanceof FfmpegError ? toMediaError(err) : err
  }
}

/** Probes a file, measures its duration if the header does not say, and refuses files that cannot be a film. */
export async function probeVideo(file: string, signal?: AbortSignal): Promise<Probed> {
  const read = await probe(file, signal)
  const probed = read.durationSec > 0 ? read : { ...read, durationSec: await measureDuration(file, read, signal) }
  const reason = rejectionReason(probed)
  if (reason !== null) throw new InvalidMediaError(reason)
  return probed
}

/** Copies the file into segments; null if it has to be encoded. */
async function copy(job: Job): Promise<ProducedRenditions | null> {
  const { file, probed, dir, signal, report } = job
  if (!canCopy(probed)) return null
  const tracks = audioTracks(probed.audio)
  const name = copiedName(probed.video)
  const [videoFolder, audioFolders] = [`std/${name}`, tracks.map((track) => `std/${track.name}`)]
  const onProgress = (doneSec: number): void => report('copy', doneSec / probed.durationSec)
  await remux({ file, probed, dir, videoFolder, audioFolders, signal, onProgress })
  const video = await videoDraft(dir, name, displaySize(probed.video), probed.video.frameRate)
  const audio = await audioDrafts(dir, probed)
  if (!hasShortSegments(video.segments)) {
    for (const folder of [videoFolder, ...audioFolders]) await rm(join(dir, folder), { recursive: true })
    return null
  }
  rejectTruncated(probed.durationSec, totalMs(video.segments) / 1000)
  const below = job.withLadder === true ? ladderOf(probed.video, nominalHeight(displaySize(probed.video))) : []
  const lower = below.length > 0 ? await encode(job, below, false) : null
  const open: InputArgs = (options) => sourceInput(file, options)
  return {
    renditions: [video, ...(lower?.renditions ?? []), ...audio],
    way: 'copied',
    resumedChunks: lower?.resumedChunks ?? 0,
    thumbnailInput: lower?.thumbnailInput ?? open,
    pictureInput: open,
  }
}

/** Encodes the rungs, and the audio unless it is already there. */
async function encode(job: Job, rungs: readonly Rung[], withAudio = true): Promise<ProducedRenditions> {
  const { file, dir, workDir, signal, report } = job
  const actualSec = await measureDuration(file, job.probed, signal)
  rejectTruncated(job.probed.durationSec, actualSec)
  const probed = { ...job.probed, durationSec: actualSec, audio: withAudio ? job.probed.audio : [] }
  const plan = planChunks(outputRate(probed.video), actualSec)
  await discardOutdatedWork(workDir, JSON.stringify({ rungs, plan }))
  if (probed.audio.length > 0) await encodeAudio({ file, probed, workDir, signal })
  const onProgress = (doneSec: number): void => report('encode', doneSec / actualSec)
  const preset = job.preset ?? 'veryfast'
  const { resumedChunks } = await encodeChunks({ file, probed, workDir, rungs, plan, preset, signal, onProgress })
  const videos = rungs.map((rung) => ({ rung, folder: `std/${rung.name}` }))
  const audioFolders = audioTracks(probed.audio).map(({ name }) => `std/${name}`)
  await cutSegments({ workDir, dir, probed, plan, videos, audioFolders, signal })
  const frameRate = plan.rate.numerator / plan.rate.denominator
  const drafts = await Promise.all(rungs.map((rung) => videoDraft(dir, rung.name, rung, frameRate)))
  const inputOf = (rung: Rung | undefined): InputArgs => {
    return (options) => (rung ? chunkListInput(chunkList(workDir, rung), options) : sourceInput(file, options))
  }
  return {
    renditions: [...drafts, ...(await audioDrafts(dir, probed))],
    way: 'encoded',
    resumedChunks,
    thumbnailInput: inputOf(rungs.at(-1)),
    pictureInput: inputOf(rungs[0]),
  }
}

function rejectTruncated(expectedSec: number, actualSec: number): void {
  const reason = truncationReason(expectedSec, actualSec)
  if (reason !== null) throw new InvalidMediaError(reason)
}

async function measureRendition(dir: string, name: string) {
  const folder = join(dir, 'std', name)
  const segments = await measureSegments(folder)
  const init = await readFile(join(folder, 'init.mp4'))
  return { name, tier: 'std' as const, segments, codecs: codecsOf(init), ...trackFactsOf(init) }
}

async function videoDraft(dir: string, name: string, size: Size, frameRate: number): Promise<RenditionDraft> {
  const shape = { width: Math.round(size.width), height: Math.round(size.height), frameRate }
  return {
    ...(await measureRendition(dir, name)),
    ...shape,
    kind: 'video',
    language: '',
    label: name,
    isDefault: false,
  }
}

function audioDrafts(dir: string, { audio }: Probed): Promise<RenditionDraft[]> {
  const drafts = audioTracks(audio).map(async (track): Promise<RenditionDraft> => {
    return { ...(await measureRendition(dir, track.name)), ...track, kind: 'audio', width: 0, height: 0, frameRate: 0 }
  })
  return Promise.all(drafts)
}
