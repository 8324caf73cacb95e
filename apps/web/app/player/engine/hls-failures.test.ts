import { expect, test } from 'vitest'
import { isMissing } from '../core/player-failures.ts'
import { failureOfHlsError } from './hls-failures.ts'

test.each([
  [
    'a segment that hls.js will ask for again',
    { type: 'networkError', details: 'fragLoadError', fatal: false, response: { code: 503 } },
  ],
  ['a stall that hls.js nudges over', { type: 'mediaError', details: 'bufferStalledError', fatal: false }],
])('[F08] %s is not counted as a failure', (_, error) => {
  expect(failureOfHlsError(error)).toBeNull()
})

test.each([
  ['fragLoadError', 503, 'segment', 'S-503'],
  ['fragLoadTimeOut', undefined, 'segment', 'S-fragLoadTimeOut'],
  ['manifestLoadError', 404, 'broken', 'B-404'],
  ['levelLoadError', 404, 'playlist', 'P-404'],
  ['manifestLoadError', 503, 'playlist', 'P-503'],
  ['levelLoadTimeOut', 0, 'playlist', 'P-levelLoadTimeOut'],
  ['audioTrackLoadError', 500, 'playlist', 'P-500'],
])('[F08] a fatal %s with status %s is classified as a failure of the %s', (details, code, kind, shown) => {
  expect(
    failureOfHlsError({
      type: 'networkError',
      details,
      fatal: true,
      response: code === undefined ? {} : { code },
    }),
  ).toEqual({
    kind,
    fatal: true,
    code: shown,
  })
})

test('[G02] if the station has no segments there is no waiting, and other failures are distinguished from that', () => {
  const codeOf = (code: number): string =>
    failureOfHlsError({ type: 'networkError', details: 'manifestLoadError', fatal: true, response: { code } })?.code ??
    ''
  expect([codeOf(404), codeOf(503), 'G', 'B'].map(isMissing)).toEqual([true, false, true, false])
})

test('[F08] an expired address counts at once, fatal or not', () => {
  const error = { type: 'networkError', details: 'fragLoadError', fatal: false, response: { code: 410 } }
  expect(failureOfHlsError(error)).toEqual({ kind: 'expired', fatal: true, code: 'E-410' })
})

test('[F08] a decoder error is a failure of the media', () => {
  const error = { type: 'mediaError', details: 'bufferAppendError', fatal: true }
  expect(failureOfHlsError(error)).toEqual({ kind: 'media', fatal: true, code: 'M-bufferAppendError' })
})
