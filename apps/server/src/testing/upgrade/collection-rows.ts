import type { Rows } from './fixture-rows.ts'

/** Rows of collection sources. */
export function collectionRows(title: number, createdSec: number): Record<string, Rows> {
  const ofSource = { source_id: 1, remote_id: 31 }
  return {
    collection_source: [
      { name: '旧日源', url: 'https://s.example/api.php/provide/vod/', every_minutes: 240, created_sec: createdSec },
    ],
    collection_binding: [{ source_id: 1, remote_type: 6, remote_name: '动作片', type_id: 21, confirmed: true }],
    collection_run: [{ source_id: 1, phase: 'apply', state: 'done', started_sec: createdSec }],
    collection_item: [{ ...ofSource, hash: '\\x0102', title_id: title, state: 'linked' }],
    collection_doubt: [{ ...ofSource, run_id: 1, vod: '{}', candidates: '[]', created_sec: createdSec }],
    collection_change: [{ run_id: 1, remote_id: 31, title_id: title, created: true, after_sec: createdSec }],
    collection_picture: [{ title_id: title, url: 'https://s.example/a.jpg', next_sec: createdSec }],
    title_key: [{ key: '旧日片', title_id: title }],
    title_key_digest: [{ title_id: title, digest: 'd' }],
  }
}
