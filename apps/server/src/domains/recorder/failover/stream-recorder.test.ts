import { expect, test } from 'vitest'
import { SourceError } from './source-error.ts'
import { StreamRecorder } from './stream-recorder.ts'

test('[G02] a stream without data has had no picture since the first request, and has failed when it is no longer requested', async () => {
  let nowMs = 1_800_000_000_000
  const startMs = nowMs
  const notes: Record<string, unknown>[] = []
  const stream = new StreamRecorder(1, {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    prepare: () => Promise.reject(new SourceError('http 404')),
    begin: () => Promise.reject(new Error('nothing to start')),
    discard: () => undefined,
    note: (message, detail) => void notes.push({ message, ...detail }),
  })
  const sources = [{ address: 'http://a.example/1.m3u8', userAgent: '' }]
  const passes = async (ms: number): Promise<void> => {
    for (const untilMs = nowMs + ms; nowMs < untilMs; nowMs += 400) {
      await stream.tick()
      stream.health()
    }
  }
  stream.configure(sources, 'rest')
  expect(stream.health().phase).toBe('idle')
  stream.configure(sources, 'run')
  await passes(30_000)
  expect(stream.health()).toMatchObject({ sinceMs: startMs, reason: 'http 404' })
  // It was tried several times, and is logged once.
  expect(stream.health().breaks).toBeGreaterThan(2)
  expect(notes).toEqual([
    { message: 'the recording of a line was interrupted', streamId: 1, reason: 'http 404', source: 0 },
  ])
  stream.configure(sources, 'rest')
  await passes(60_000)
  expect(stream.health()).toMatchObject({ phase: 'failed', sinceMs: startMs + 30_000 })

  // Requested again it keeps its state until there is a picture.
  stream.configure(sources, 'run')
  await passes(4000)
  expect(['starting', 'pausing']).toContain(stream.health().phase)
  expect(stream.health().sinceMs).toBe(startMs + 30_000)
})
