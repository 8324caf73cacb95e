import type { FixtureIds, Rows } from './fixture-rows.ts'

const bytes = '\\x0102'

/** Rows of what operators arrange: partners, and what was taken from an older system. */
export function operatorRows({ createdSec }: Pick<FixtureIds, 'createdSec'>): Record<string, Rows> {
  return {
    partner_product: [{ position: 7, kind: 'match', name: '赛事冠名', line: '比分牌下一行字。' }],
    partner_figure: [{ position: 1, name: '每月观众', value: '1240', unit: '万' }],
    partner_audience: [{ source: '站内统计' }],
    legacy_site: [{ system: 'MacCMS', id_key: 'abcdefg', id_length: 6, created_sec: createdSec }],
    legacy_id: [{ site_id: 1, kind: 'title', old_id: 1001, id: 1, slug: 'changjie', name: '', hash: bytes, mark: -5 }],
    legacy_source: [{ site_id: 1, old_id: 1001, position: 1, source_id: 1 }],
    waiting_portrait: [{ user_id: 1, url: 'https://old.example/upload/1.jpg', tries: 1, next_sec: createdSec }],
    migration_source: [{ system: 'jellyfin', address: 'http://films.example:8096' }],
    migration_item: [{ source_id: 1, kind: 'title', key: 'a1b2', id: 1, hash: bytes }],
    migration_binding: [{ source_id: 1, key: 'c3d4', name: '电影', type_id: 2, by_hand: true }],
    egress_account: [{ origin: 'http://panel.example:8080', sealed: bytes, created_sec: createdSec }],
    migration_run: [{ report: {}, started_sec: createdSec, ended_sec: createdSec }],
    audit_moved: [{ entry_id: 1, domain: 'library', place: 'favourite', part: 0, ids: '{1}' }],
    cooperation: [
      {
        no: 'HZ26111800001',
        products: ['赛事冠名'],
        company: '山泉饮品',
        contact: '周女士',
        phone: '13800138065',
        email: '',
        from_day: '',
        to_day: '',
        budget: 'open',
        message: '',
        sender: 's',
        created_at: createdSec,
      },
    ],
  }
}
