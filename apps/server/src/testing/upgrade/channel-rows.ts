import type { FixtureIds, Rows } from './fixture-rows.ts'

const hash = `\\x${'01'.repeat(32)}`

/** Rows of lists of channels that are read on a timetable, and of probes. */
export function channelRows({ channel, createdSec }: Pick<FixtureIds, 'channel' | 'createdSec'>): Record<string, Rows> {
  return {
    channel_list: [
      {
        address: 'https://lists.example/tv.m3u',
        every_minutes: 720,
        settings: { always: false, logos: true },
        hide_after_runs: 3,
        next_sec: createdSec + 43_200,
      },
    ],
    channel_list_address: [{ list_id: 1, channel_id: channel, address_hash: hash }],
    source_probe: [
      {
        address_hash: hash,
        state: 'good',
        height: 720,
        codec: 'h264',
        start_ms: 300,
        reason: '',
        fails: 0,
        checked_sec: createdSec,
        next_sec: createdSec + 43_200,
      },
    ],
  }
}
