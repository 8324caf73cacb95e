import { toSimplified } from '@yunmu/zh'

/** Categories of other stations, by their names. */

/** Words of sources for categories, and the names that stations begin with. The first match counts. */
const proposals: readonly (readonly [RegExp, readonly string[]])[] = [
  [/福利|伦理|情色|三级|成人|写真/u, []],
  [/资讯|新闻|明星|公告|解说|预告|演员/u, []],
  [/逆袭|战神|赘婿/u, ['逆袭短剧', '短剧']],
  [/短剧|爽文|微剧/u, ['短剧']],
  [/纪录|记录/u, ['纪录片']],
  [/(?:动画|动漫)(?:电影|片)|剧场版/u, ['动漫电影', '动画片', '动漫']],
  [/(?:国产|中国|大陆|内地|国)(?:动漫|动画)|国漫/u, ['国产动漫', '动漫']],
  [/(?:日韩|日本|日|韩国)(?:动漫|动画)|日漫|番剧|新番/u, ['日韩动漫', '动漫']],
  [/(?:欧美|美国|海外)(?:动漫|动画)/u, ['欧美动漫', '动漫']],
  [/动漫|动画|卡通/u, ['动漫']],
  [/(?:大陆|内地|国产)综艺/u, ['内地综艺', '综艺']],
  [/(?:港台|香港|台湾)综艺/u, ['港台综艺', '综艺']],
  [/(?:日韩|日本|韩国)综艺/u, ['日韩综艺', '综艺']],
  [/(?:欧美|海外)综艺/u, ['欧美综艺', '综艺']],
  [/综艺|晚会|真人秀/u, ['综艺']],
  [/足球/u, ['足球', '体育']],
  [/篮球|nba/iu, ['篮球', '体育']],
  [/网球/u, ['网球', '体育']],
  [/斯诺克|台球/u, ['斯诺克', '体育']],
  [/体育|赛事/u, ['体育']],
  [/(?:国产|大陆|内地|国)(?:电视)?剧/u, ['国产剧', '电视剧']],
  [/(?:港台|香港|台湾|港|台|澳)(?:电视)?剧/u, ['港台剧', '电视剧']],
  [/(?:日韩|日本|韩国|日|韩)(?:电视)?剧/u, ['日韩剧', '电视剧']],
  [/(?:欧美|美国|英国|美|英)(?:电视)?剧/u, ['欧美剧', '电视剧']],
  [/(?:海外|泰国|泰|新马|其他|马泰)(?:电视)?剧/u, ['海外剧', '电视剧']],
  [/动作|武侠|枪战/u, ['动作片', '电影']],
  [/喜剧/u, ['喜剧片', '电影']],
  [/爱情/u, ['爱情片', '电影']],
  [/科幻|奇幻|魔幻/u, ['科幻片', '电影']],
  [/恐怖|惊悚/u, ['恐怖片', '电影']],
  [/战争/u, ['战争片', '电影']],
  [/悬疑|犯罪/u, ['悬疑片', '电影']],
  [/剧情/u, ['剧情片', '电影']],
  [/电影|片$/u, ['电影']],
  [/剧/u, ['电视剧']],
]

/** Other names of the same category, by ours. */
const synonyms: Readonly<Record<string, string>> = {
  连续剧: '电视剧',
  剧集: '电视剧',
  连载剧: '电视剧',
  影片: '电影',
  综艺节目: '综艺',
  综艺片: '综艺',
  动画: '动漫',
  动漫片: '动漫',
  记录片: '纪录片',
  记录: '纪录片',
  纪录: '纪录片',
  微短剧: '短剧',
  爽文短剧: '短剧',
  体育赛事: '体育',
  国产: '国产剧',
  大陆剧: '国产剧',
  内地剧: '国产剧',
  大陆综艺: '内地综艺',
  国产综艺: '内地综艺',
  国漫: '国产动漫',
  日漫: '日韩动漫',
  日本动漫: '日韩动漫',
}

const plain = (name: string): string => toSimplified(name.normalize('NFKC').toLowerCase()).replace(/\s+/gu, '')

/** What two names of one category have in common. */
function categoryKey(name: string): string {
  const key = plain(name)
  return synonyms[key] ?? key
}

interface Named {
  id: number
  name: string
}

/** The category of ours that has the same name, or another name of the same; null if none has. */
export const sameCategory = <Category extends Named>(name: string, categories: readonly Category[]): Category | null =>
  categories.find((category) => plain(category.name) === plain(name)) ??
  categories.find((category) => categoryKey(category.name) === categoryKey(name)) ??
  null

/**
 * The category of ours that a category elsewhere probably is: one of the same name, else by words; null where nothing fits,
 * as for news and what is for adults.
 */
export function likelyCategory<Category extends Named>(name: string, categories: readonly Category[]): Category | null {
  const key = plain(name)
  if (key === '') return null
  const same = sameCategory(name, categories)
  if (same) return same
  const names = proposals.find(([words]) => words.test(key))?.[1] ?? []
  for (const wanted of names) {
    const found = categories.find((category) => plain(category.name) === wanted)
    if (found) return found
  }
  return null
}
