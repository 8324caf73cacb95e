import { channelRows } from './channel-rows.ts'
import { collectionRows } from './collection-rows.ts'
import { moneyRows } from './money-rows.ts'
import { operatorRows } from './operator-rows.ts'

/** Who and what the rows are about. */
export interface FixtureIds {
  /** A person, who watches and writes. */
  user: number
  /** Another one, who answers. */
  other: number
  title: number
  channel: number
  stream: number
  asset: number
  createdSec: number
}

export type Rows = readonly Readonly<Record<string, unknown>>[]

/** The password of the people in the fixture. */
export const fixturePassword = 'wanquan-budui-93'

const bytes = '\\x0102'

/** Rows of a station for the tables that have none yet, so that every table has some: parents first. */
export function fixtureRows(ids: FixtureIds): Readonly<Record<string, Rows>> {
  const { createdSec } = ids
  return {
    ...accountRows(ids),
    ...catalogRows(ids),
    ...channelRows(ids),
    ...textRows(ids),
    ...liveRows(ids),
    ...matchRows(ids),
    ...siteRows(createdSec),
    ...moneyRows(ids),
    ...operatorRows(ids),
  }
}

function accountRows({ user, other, title, channel, createdSec }: FixtureIds): Record<string, Rows> {
  const laterSec = createdSec + 86_400
  const session = '7b0c5a52-6f55-4b0e-9d0e-0c5f6f1d2a11'
  return {
    user_session: [{ id: session, user_id: user, created_at: createdSec, seen_at: createdSec, expires_at: laterSec }],
    user_device: [{ token_hash: bytes, user_id: user, created_at: createdSec, used_at: createdSec }],
    captcha: [{ id: 'captcha', answer_hash: bytes, network: '192.0.2.0', expires_at: laterSec }],
    email_code: [
      { purpose: 'register', email: 'neu@example.com', code_hash: bytes, sent_at: createdSec, expires_at: laterSec },
    ],
    throttle: [{ key: 'login:192.0.2.1', clear_at: laterSec, blocked_until: 0 }],
    third_identity: [{ auth_type: 'gitea', subject: '17', user_id: user, name: '林下', created_at: createdSec }],
    third_ticket: [{ id: 'ticket', secret_hash: bytes, auth_type: 'gitea', subject: '18', expires_at: laterSec }],
    mail: [{ recipient: 'neu@example.com', subject: '验证码', body: '您的验证码：123456', created_at: createdSec }],
    watch_record: [
      {
        user_id: user,
        type: 'vod',
        ref_id: title,
        level: 1,
        position_ms: 60_000,
        duration_ms: 1_200_000,
        name: '第1集',
        watched_at: createdSec,
      },
      {
        user_id: user,
        type: 'live',
        ref_id: channel,
        level: 0,
        position_ms: 0,
        duration_ms: 0,
        name: '晚间剧场',
        watched_at: createdSec,
      },
      {
        user_id: user,
        type: 'match',
        ref_id: 1,
        level: 2,
        position_ms: 600_000,
        duration_ms: 6_000_000,
        name: '江海港务 对 北屿远航',
        watched_at: createdSec,
      },
    ],
    history_clear: [{ user_id: other, cleared_ms: createdSec * 1000 }],
    favourite: [{ user_id: user, title_id: title, created_at: createdSec }],
    title_score: [{ user_id: user, title_id: title, score: 9, updated_at: createdSec }],
    title_list: [{ id: 1, user_id: user, name: '周末', position: 1, created_at: createdSec }],
    title_list_item: [{ list_id: 1, title_id: title, added_at: createdSec }],
    title_follow: [{ user_id: user, title_id: title, notified_level: 1, created_at: createdSec }],
    programme_reminder: [{ user_id: user, channel_id: channel, start_sec: createdSec, name: '晚间新闻' }],
    push_subscription: [
      {
        user_id: user,
        session_id: session,
        endpoint: 'https://push.example/1',
        public_key: bytes,
        auth_secret: bytes,
        script: 's',
        created_at: createdSec,
        used_at: createdSec,
      },
    ],
    push_message: [{ topic: 'match-1', title: '开始了', body: '', url: '/', expires_at: laterSec }],
    push_delivery: [{ message_id: 1, subscription_id: 1, part: 0 }],
    recommendation: [
      { user_id: user, title_id: title, source_id: title, position: 1, reason: 'genre', detail: '悬疑' },
    ],
    recommendation_run: [{ user_id: user, computed_at: createdSec }],
    recommendation_dismissal: [{ user_id: other, title_id: title, created_at: createdSec }],
    title_up: [{ user_id: user, title_id: title, created_at: createdSec }],
    follow: [{ user_id: user, channel_id: channel, created_at: createdSec }],
    match_subscription: [{ user_id: user, match_id: 1, created_at: createdSec }],
  }
}

function catalogRows({ title, asset, createdSec }: FixtureIds): Record<string, Rows> {
  const day = '2026-11-18'
  return {
    rendition: [
      {
        asset_id: asset,
        version: 1,
        name: 'v720',
        kind: 'video',
        codecs: 'avc1.64001f',
        width: 1280,
        height: 720,
        frame_rate: 25,
        bandwidth: 2_000_000,
        average_bandwidth: 1_500_000,
        segments: [{ durationMs: 4000, bytes: 750_000 }],
      },
    ],
    banner: [{ title_id: title, position: 1 }],
    plate: [{ content: [] }],
    subject_lock: [
      {
        kind: 'vod',
        subject_id: title,
        line: 0,
        password_hash: '$argon2id$v=19$m=19456,t=2,p=1',
        created_at: createdSec,
      },
    ],
    unlock: [{ browser: bytes, lock_id: 1, until: createdSec + 86_400 }],
    remote_host: [{ scheme: 'https', host: 'v.example', port: 443, mode: 'direct', created_sec: createdSec }],
    episode_address: [
      {
        episode_id: 1,
        position: 0,
        kind: 'hls',
        url: 'https://v.example/a/index.m3u8',
        url_hash: bytes,
        host_id: 1,
        state: 'ok',
        height: 1080,
      },
    ],
    address_report: [{ address_id: 1, day, network: '192.0.2.0', failed: true }],
    ...collectionRows(title, createdSec),
    title_plays: [{ day, title_id: title, plays: 12 }],
    title_rank: [{ period: 'day', title_id: title, pid_id: 1, plays: 12 }],
    title_visit: [{ day, title_id: title, visitor: 'visitor', network: '192.0.2.0' }],
    search_day: [{ day, word: '旧日', title_id: title, searches: 3 }],
    search_visit: [{ day, network: '192.0.2.0', word: '旧日' }],
    search_blocked: [{ word: '测试' }],
    import_file: [
      {
        path: '/films/旧日来信.S01E01.mkv',
        size: 750_000,
        mtime_ms: createdSec * 1000,
        fingerprint: 'f1',
        state: 'done',
        asset_id: asset,
        origin: 'fixture:1',
        source: '云播',
        level: 1,
        updated_at: createdSec,
      },
    ],
    watched_folder: [{ path: '/films', with_ladder: false, added_sec: createdSec }],
    provider_reply: [{ provider: 'tmdb', key: 'tv 1', body: JSON.stringify({}), fetched_sec: createdSec }],
    demo_film: [{ name: 'sea', asset_id: asset }],
    demo_programme: [{ state: 'removed' }],
  }
}

function textRows({ user, other, title, createdSec }: FixtureIds): Record<string, Rows> {
  const subject = { kind: 'vod', subject_id: title }
  const createdMs = createdSec * 1000
  const counts = { up_count: 1, reply_count: 1 }
  const noCounts = { up_count: 0, reply_count: 0 }
  return {
    comment: [
      { user_id: user, ...subject, root_id: null, reply_to: null, content: '好看', created_at: createdSec, ...counts },
      { user_id: other, ...subject, root_id: 1, reply_to: 1, content: '同意', created_at: createdSec, ...noCounts },
    ],
    comment_thumb: [{ comment_id: 1, user_id: other, up: true }],
    danmaku: [
      {
        ...subject,
        level: 1,
        at_ms: 5000,
        mode: 'scroll',
        color: 16_777_215,
        size: 25,
        text: '来了',
        user_id: user,
        sender: 'linxia',
        weight: 1,
        up_count: 1,
        source: 'user',
        created_ms: createdMs,
      },
    ],
    danmaku_up: [{ danmaku_id: 1, user_id: other, created_ms: createdMs }],
    danmaku_settings: [{ user_id: user, settings: { opacity: 80 } }],
    message: [
      {
        user_id: user,
        type: 'comment_thumb_up',
        origin: '1',
        ...subject,
        rid: 1,
        content: '好看',
        created_at: createdSec,
      },
    ],
    message_actor: [{ message_id: 1, actor_id: other }],
    moderation_mute: [{ user_id: other, until: createdSec + 3600, reason: '刷屏' }],
    moderation_recent: [{ user_id: user, kind: 'comment', text_hash: bytes, at_ms: createdMs }],
    moderation_report: [{ kind: 'comment', text_id: 2, user_id: user, reason: '广告', created_at: createdSec }],
    moderation_words: [{ list: 'held', words: ['敏感'] }],
    user_block: [{ user_id: other, blocked_id: user, kind: 'danmaku', created_at: createdSec }],
  }
}

function matchRows({ user, channel, createdSec }: FixtureIds): Record<string, Rows> {
  const told = { source: 'feed', seq: 0 }
  const course = {
    status: 'scheduled',
    state: 'upcoming',
    period: null,
    periodKey: null,
    clock: null,
    score: null,
    periods: [],
    shootout: null,
    winner: null,
    awarded: null,
    startedMs: null,
    endedMs: null,
  }
  const team = (name: string) => ({
    ...told,
    source_id: name,
    sport: 'football',
    name,
    short: '',
    colour: '',
    colour2: '',
  })
  const version = { type: 'final', id: 'f', seq: 0, wallMs: createdSec * 1000, retracted: false, period: null }
  return {
    competition: [{ ...told, source_id: 'c', sport: 'football', name: '环海联赛', short: '' }],
    season: [{ ...told, source_id: 's', competition_id: 1, name: '2026', position: 1 }],
    stage: [{ ...told, source_id: 'g', season_id: 1, name: '常规赛', position: 1 }],
    venue: [{ ...told, source_id: 'v', name: '江海体育场', city: '江海' }],
    team: [team('江海港务'), team('北屿远航')],
    player: [{ ...told, source_id: 'p', team_id: 1, name: '许砚', number: 9, position: '前锋' }],
    match: [
      {
        ...told,
        source_id: 'm',
        sport: 'football',
        competition_id: 1,
        season_id: 1,
        stage_id: 1,
        group_name: '',
        round: '第 1 轮',
        home_id: 1,
        away_id: 2,
        venue_id: 1,
        kickoff_sec: createdSec,
        state: 'upcoming',
        course,
      },
    ],
    match_event: [{ match_id: 1, event_id: 'f', seq: 0, digest: 'd', version, received_ms: createdSec * 1000 }],
    match_lineup: [{ match_id: 1, side: 'home', seq: 0, lineup: { formation: '', coach: '', players: [] } }],
    match_statistics: [{ match_id: 1, seq: 0, figures: [] }],
    match_stream: [{ match_id: 1, number: 1, name: '国语解说', anchor: '', channel_id: channel, plate: false }],
    match_streams: [{ match_id: 1, seq: 0 }],
    match_recording: [
      {
        match_id: 1,
        number: 1,
        channel_id: channel,
        from_sec: createdSec,
        until_sec: createdSec + 7200,
        told_ms: createdSec * 1000,
        state: 'over',
      },
    ],
    sports_follow: [{ user_id: user, kind: 'team', ref_id: 1, created_at: createdSec }],
    match_reminder: [{ match_id: 1, moment: 'soon', kickoff_sec: createdSec, state: 'sent', created_at: createdSec }],
    match_reminder_user: [{ match_id: 1, moment: 'soon', kickoff_sec: createdSec, user_id: user }],
    match_reminder_choice: [{ user_id: user, soon: true, start: true, score: true, over: false }],
    match_calendar: [{ match_id: 1, digest: 'd', sequence: 0, changed_sec: createdSec }],
    calendar_key: [{ user_id: user, serial: 1, created_at: createdSec }],
    match_vote: [{ match_id: 1, user_id: user, side: 'home' }],
    feed_token: [{ source: 'feed', token_hash: bytes, created_at: createdSec }],
  }
}

function liveRows({ user, channel, stream, asset, createdSec }: FixtureIds): Record<string, Rows> {
  const [startMs, endSec] = [createdSec * 1000, createdSec + 3600]
  return {
    channel_tag: [{ type: 'news', name: '新闻', position: 1 }],
    channel_watch: [{ day: '2026-11-18', channel_id: channel, watched_sec: 600 }],
    download_count: [{ user_id: user, day: '2026-11-18', asset_id: asset }],
    play_lease: [
      {
        user_id: user,
        stream: 'fixture-stream-01',
        device: 'Chrome · Windows',
        began_at: createdSec,
        seen_at: createdSec,
      },
    ],
    linear_item: [
      {
        stream_id: stream,
        start_ms: startMs,
        asset_id: asset,
        each_ms: 4000,
        each_rows: 1,
        repeats: 900,
        seq_base: 0,
        disc_base: 0,
      },
    ],
    live_export_key: [{ user_id: user, serial: 1, open: true, created_at: createdSec }],
    stream_report: [{ stream_id: stream, network: '192.0.2.0', fault: 'stall', reported_at: createdSec }],
    guide_source: [{ address: 'https://example.com/guide.xml', position: 1, every_minutes: 720, next_sec: createdSec }],
    guide_channel: [{ source_id: 1, channel_id: channel, outside_id: 'cctv1', until_sec: endSec }],
    programme: [{ channel_id: channel, start_sec: createdSec, end_sec: endSec, source_id: 0, name: '晚间剧场' }],
    removed_programme: [{ channel_id: channel, start_sec: createdSec, end_sec: endSec, name: '晚间新闻' }],
    run: [{ id: 1, stream_id: stream, disc: 0, source: 0, started_ms: startMs }],
    segment_block: [
      {
        stream_id: stream,
        first_seq: 0,
        run_id: 1,
        disc: 0,
        first_num: 0,
        wall_ms: startMs,
        durations: [4000],
        bytes: 750_000,
      },
    ],
    recording: [{ stream_id: stream, next_seq: 1, bytes: 750_000 }],
    catchup: [
      { id: 1, stream_id: stream, start_sec: createdSec, end_sec: endSec, state: 'complete', asked_ms: startMs },
    ],
    push_key: [{ stream_id: stream, serial: 1 }],
    recorder_lease: [{ id: 1, holder: 'recorder', term: 1, expires_at: '2026-11-18T00:00:00Z' }],
  }
}

function siteRows(createdSec: number): Record<string, Rows> {
  return {
    ad: [{ anchor: 'HOME', type: 1, uri: '', img: '', html: '<b>广告</b>', created_at: createdSec }],
    ad_use: [{ day: '2026-11-18', ad_id: 1, nonce: 'n', holder: 'h', visitor: 'v', network: null, event: 'show' }],
    ad_count: [{ day: '2026-11-18', ad_id: 1, shows: 1, clicks: 0 }],
    ad_tracker: [{ nonce: 'n', ad_id: 1, shows: ['https://example.com/show'], clicks: [], made_at: createdSec }],
    legal_text: [{ kind: 'terms', version: 1, text: '# 用户协议', day: '2026-11-18' }],
    legal_consent: [{ user_id: 1, kind: 'terms', version: '1', at_sec: createdSec }],
    bulletin: [{ dialog: 0, title: '开站', content: '<p>欢迎</p>', starts_at: createdSec }],
    bulletin_read: [{ user_id: 1, ids: [1] }],
    seo_entry: [{ page: 'Home', title: '旧日标题' }],
    site_setting: [{ key: 'name', value: '旧日影院' }],
    event_outbox: [{ name: 'site.changed', detail: {} }],
  }
}
