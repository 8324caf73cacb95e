import { sql, type Kysely } from 'kysely'

/** The pages for advertisers: products, the audience in figures, and requests to book. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table partner_product (
      id int generated always as identity primary key,
      position int not null,
      kind text not null,
      name text not null,
      line text not null,
      facts jsonb not null default '[]',
      intro text not null default ''
    )`.execute(db)
  await sql`
    create table partner_figure (
      position int primary key,
      name text not null,
      value text not null,
      unit text not null
    )`.execute(db)
  await sql`
    create table partner_audience (
      id int primary key default 1 check (id = 1),
      source text not null
    )`.execute(db)
  await sql`
    create table cooperation (
      id int generated always as identity primary key,
      no text not null unique,
      products text[] not null,
      company text not null,
      contact text not null,
      phone text not null,
      email text not null,
      from_day text not null,
      to_day text not null,
      budget text not null,
      message text not null,
      sender text not null,
      created_at int not null,
      mailed_at int
    )`.execute(db)
  await sql`create index on cooperation (sender, created_at)`.execute(db)
  await sql`create index on cooperation (created_at) where mailed_at is null`.execute(db)

  // The places that every station has. The operator changes, adds and removes them.
  await sql`
    insert into partner_product (position, kind, name, line, facts, intro) values
    (1, 'home', '首页广告', '首页下方的一条，打开网站就看得到。',
      '[{"name":"素材","value":"1456 × 240"},{"name":"计价","value":"按天"}]',
      '首页打开之后出现在窗口下方，不遮住片单，观众可以关掉。'),
    (2, 'pre', '片前广告', '正片开始前播放，几秒后可以跳过。',
      '[{"name":"素材","value":"1920 × 1080，15 秒"},{"name":"计价","value":"千次展示"}]',
      '正片在广告播放时已经备好，广告一结束就接上。没有播起来的不计数。'),
    (3, 'pause', '暂停广告', '按下暂停才出现，一按继续就让开。',
      '[{"name":"素材","value":"1280 × 720"},{"name":"计价","value":"千次展示"}]',
      '画面停下来的时候，屏幕中间是观众正在看的地方。'),
    (4, 'list', '列表广告', '片库列表末尾的一条。',
      '[{"name":"素材","value":"1456 × 240"},{"name":"计价","value":"点击"}]',
      '观众挑片时看完一页，就会看到它。可以只放在某几个分类里。'),
    (5, 'text', '文字广告', '播放页片名下面的一行字。',
      '[{"name":"素材","value":"40 字以内"},{"name":"计价","value":"点击"}]',
      '不抢画面的一行字，适合活动和新品的一句话。'),
    (6, 'box', '页角广告', '榜单、更新等页面角落里的小框。',
      '[{"name":"素材","value":"600 × 500"},{"name":"计价","value":"按天"}]',
      '跟着页面走，观众可以关掉。播放页上没有。')`.execute(db)
}
