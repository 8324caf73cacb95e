import { sql, type Kysely } from 'kysely'

interface Top {
  id: number
  name: string
  typeEn: string
  areas: string
  genres: string
  langs: string
  /** Name and `typeEn` of each child, in order: their ids are ten times the top's and their place. */
  children: readonly (readonly [name: string, typeEn: string])[]
}

const langs = '国语 粤语 闽南语 英语 日语 韩语 法语 德语 其它'

/** The top categories have fixed ids: rules depend on them. What each is filtered by can be changed later. */
const tops: readonly Top[] = [
  {
    id: 1,
    name: '电视剧',
    typeEn: 'tv',
    areas: '内地 香港 台湾 韩国 日本 泰国 英国 美国 新加坡 其他',
    genres: '悬疑 古装 都市 年代 刑侦 武侠 青春 家庭 谍战 历史 科幻 农村 民国 喜剧 短剧',
    langs,
    children: [
      ['国产剧', 'guochanju'],
      ['港台剧', 'gangtaiju'],
      ['日韩剧', 'rihanju'],
      ['欧美剧', 'oumeiju'],
      ['海外剧', 'haiwaiju'],
    ],
  },
  {
    id: 2,
    name: '电影',
    typeEn: 'dianying',
    areas: '内地 香港 台湾 美国 法国 英国 日本 韩国 德国 泰国 印度 意大利 西班牙 加拿大 其他',
    genres: '剧情 喜剧 爱情 动作 科幻 恐怖 战争 犯罪 悬疑 惊悚 奇幻 武侠 冒险 动画 青春 文艺 古装 历史 运动',
    langs,
    children: [
      ['动作片', 'dongzuopian'],
      ['喜剧片', 'xijupian'],
      ['爱情片', 'aiqingpian'],
      ['科幻片', 'kehuanpian'],
      ['恐怖片', 'kongbupian'],
      ['剧情片', 'juqingpian'],
      ['战争片', 'zhanzhengpian'],
      ['悬疑片', 'xuanyipian'],
      ['动画片', 'donghuapian'],
    ],
  },
  {
    id: 3,
    name: '综艺',
    typeEn: 'zongyi',
    areas: '内地 港台 日韩 欧美 其他',
    genres: '真人秀 脱口秀 音乐 旅游 美食 访谈 情感 竞技 搞笑 选秀 生活 曲艺 纪实 财经 求职 晚会',
    langs,
    children: [
      ['内地综艺', 'neidizongyi'],
      ['港台综艺', 'gangtaizongyi'],
      ['日韩综艺', 'rihanzongyi'],
      ['欧美综艺', 'oumeizongyi'],
    ],
  },
  {
    id: 4,
    name: '动漫',
    typeEn: 'dongman',
    areas: '内地 日本 欧美 港台 其他',
    genres: '热血 玄幻 奇幻 科幻 冒险 推理 悬疑 搞笑 校园 治愈 异世界 机战 运动 战争 少年 少女 亲子 益智',
    langs,
    children: [
      ['国产动漫', 'guochandongman'],
      ['日韩动漫', 'rihandongman'],
      ['欧美动漫', 'oumeidongman'],
      ['动漫电影', 'dongmandianying'],
    ],
  },
  {
    id: 5,
    name: '纪录片',
    typeEn: 'jilupian',
    areas: '内地 香港 台湾 英国 美国 日本 法国 其他',
    genres: '人文 历史 自然 地理 军事 科技 美食 社会 探险 艺术 旅行',
    langs,
    children: [
      ['人文历史', 'renwenlishi'],
      ['自然地理', 'zirandili'],
      ['军事', 'junshi'],
      ['科技', 'keji'],
      ['美食', 'meishi'],
      ['社会', 'shehui'],
    ],
  },
  {
    id: 6,
    name: '短剧',
    typeEn: 'duanju',
    areas: '内地 香港 台湾 海外 其他',
    genres: '都市 古装 逆袭 甜宠 悬疑 穿越 家庭 喜剧 年代',
    langs,
    children: [
      ['都市短剧', 'dushiduanju'],
      ['古装短剧', 'guzhuangduanju'],
      ['逆袭短剧', 'nixiduanju'],
      ['甜宠短剧', 'tianchongduanju'],
    ],
  },
  {
    id: 7,
    name: '体育',
    typeEn: 'tiyu',
    areas: '内地 欧洲 美洲 亚洲 其他',
    genres: '足球 篮球 网球 斯诺克 排球 羽毛球 电竞 综合',
    langs,
    children: [
      ['足球', 'zuqiu'],
      ['篮球', 'lanqiu'],
      ['网球', 'wangqiu'],
      ['斯诺克', 'sinuoke'],
    ],
  },
  { id: 8, name: '成人', typeEn: 'chengren', areas: '', genres: '', langs: '', children: [] },
]

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** The categories that every station begins with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const top of tops) {
    await sql`
      insert into category (id, name, type_en, position, hidden, areas, genres, langs)
      values (${top.id}, ${top.name}, ${top.typeEn}, ${top.id}, ${top.typeEn === 'chengren'},
        ${words(top.areas)}, ${words(top.genres)}, ${words(top.langs)})`.execute(db)
    for (const [at, [name, typeEn]] of top.children.entries()) {
      await sql`
        insert into category (id, pid, name, type_en, position)
        values (${top.id * 10 + at + 1}, ${top.id}, ${name}, ${typeEn}, ${at + 1})`.execute(db)
    }
  }
}
