import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { StartRefusal } from '../../../platform/process/start-refusal.ts'

/** A run of ffmpeg or ffprobe that came to a bad end. */
export class FfmpegFailure extends Error {
  override readonly name = 'FfmpegFailure'
  /** The end of what it wrote about errors. */
  readonly lastWords: string
  readonly isTimeOut: boolean

  constructor(message: string, lastWords: string, isTimeOut = false) {
    super(message)
    this.lastWords = lastWords
    this.isTimeOut = isTimeOut
  }
}

export interface ToolRun {
  args: readonly string[]
  /** Where relative output names are taken from. */
  cwd?: string
  limitSec: number
  signal?: AbortSignal | undefined
}

const mostLastWords = 4000
const niceness = 10

/**
 * Runs the tool below a watch that reads from a pipe which this process holds: however this process ends, the pipe
 * closes and the tool is killed. The same pipe stops it on purpose. The tool has a session of its own, so that Ctrl-C
 * in the terminal reaches us alone.
 */
const leash = [
  'exec 3<&0 </dev/null',
  `nice -n ${niceness} "$@" 3<&- &`,
  'tool=$!',
  '{ read -r _ <&3; kill -9 $tool; } 2>/dev/null &',
  'watch=$!',
  'exec 3<&-',
  'wait $tool',
  'code=$?',
  'kill $watch 2>/dev/null',
  'exit $code',
].join('\n')

function start(tool: string, { args, cwd }: ToolRun): ChildProcess & { stdout: NodeJS.ReadableStream } {
  return spawn('/bin/sh', ['-c', leash, 'sh', tool, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
  })
}

const missing = (tool: string): string =>
  `找不到 ${tool}，不能处理影片。请安装 ffmpeg 5 以上，或用 FFMPEG_PATH 和 FFPROBE_PATH 指定。`

/** Waits for the end of the tool. @throws FfmpegFailure, StartRefusal where there is no such tool, or the reason of the signal */
async function finish(child: ChildProcess, tool: string, { limitSec, signal }: ToolRun): Promise<void> {
  let lastWords = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-mostLastWords)
  })
  child.stdin?.on('error', () => undefined)
  let isTimeOut = false
  const stop = (): void => void child.stdin?.destroy()
  const timer = setTimeout(() => {
    isTimeOut = true
    stop()
  }, limitSec * 1000)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    const [code]: (number | string | null)[] = await once(child, 'close')
    signal?.throwIfAborted()
    if (code === 0) return
    if (code === 126 || code === 127) throw new StartRefusal(missing(tool))
    throw new FfmpegFailure(`${tool} ended with code ${String(code)}: ${lastWords}`, lastWords, isTimeOut)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/**
 * Runs ffmpeg quietly at low priority, overwriting outputs.
 * @param run.onProgress hears how far into the output it is, in seconds
 * @throws FfmpegFailure, or the reason of the signal
 */
export async function runFfmpeg(run: ToolRun & { onProgress?: (outSec: number) => void }): Promise<void> {
  const tool = process.env.FFMPEG_PATH || 'ffmpeg'
  const args = ['-hide_banner', '-nostdin', '-v', 'error', '-y', '-progress', 'pipe:1', ...run.args]
  const child = start(tool, { ...run, args })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const micros = /^out_time_us=(\d+)$/.exec(line)?.[1]
    if (micros !== undefined) run.onProgress?.(Number(micros) / 1e6)
  })
  await finish(child, tool, run)
}

/**
 * Runs ffprobe and hands on what it writes, piece by piece, until `onOutput` says that it is enough.
 * @throws FfmpegFailure, also when it was enough; or the reason of the signal
 */
export async function runFfprobe(run: ToolRun & { onOutput: (text: string) => 'more' | 'enough' }): Promise<void> {
  const tool = process.env.FFPROBE_PATH || 'ffprobe'
  const child = start(tool, { ...run, args: ['-hide_banner', '-v', 'error', ...run.args] })
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => {
    if (run.onOutput(text) === 'enough') child.stdin?.destroy()
  })
  await finish(child, tool, run)
}
