import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyReadingOf, initialsOf, letterOf, pinyinOf } from './pinyin.ts'

test.each(['', '！', '2046', '１９１７', 'が行く', 'ドラマ', '드라마', 'Один', '㐂', '\ud800', '😀'])(
  '%j has the index letter 0-9',
  (title) => {
    expect(letterOf(title)).toBe('0-9')
  },
)

test.each([
  ['流浪地球2', 'L', 'liulangdiqiu2', 'lldq2'],
  ['《红楼梦》', 'H', 'hongloumeng', 'hlm'],
  ['重庆森林', 'C', 'chongqingsenlin', 'cqsl'],
  ['重慶森林', 'C', 'chongqingsenlin', 'cqsl'],
  ['长津湖', 'C', 'changjinhu', 'cjh'],
  ['长大成人', 'Z', 'zhangdachengren', 'zdcr'],
  ['行尸走肉', 'X', 'xingshizourou', 'xszr'],
  ['行家', 'H', 'hangjia', 'hj'],
  ['了不起', 'L', 'liaobuqi', 'lbq'],
  ['女儿国', 'N', 'nverguo', 'neg'],
  ['绿皮书', 'L', 'lvpishu', 'lps'],
  ['西游记', 'X', 'xiyouji', 'xyj'],
  ['X战警', 'X', 'xzhanjing', 'xzj'],
  ['S.W.A.T.', 'S', 'swat', 'swat'],
  ['Ünder', 'U', 'under', 'under'],
  ['ＡＢＣ', 'A', 'abc', 'abc'],
  ['还珠格格', 'H', 'huanzhugege', 'hzgg'],
  ['长相思', 'C', 'changxiangsi', 'cxs'],
])('%s has the index letter %s, pinyin %s, initials %s', (title, letter, full, initials) => {
  expect([letterOf(title), pinyinOf(title), initialsOf(title)]).toEqual([letter, full, initials])
})

test.each([
  ['曾国藩', 'Z'],
  ['曾经沧海', 'C'],
  ['单田芳', 'S'],
  ['单田芳传', 'S'],
  ['单身男女', 'D'],
  ['单身', 'D'],
  ['解珍', 'X'],
  ['解放', 'J'],
  ['解忧杂货店', 'J'],
  ['仇英', 'Q'],
  ['仇敌', 'C'],
  ['查理九世', 'C'],
  ['朴树', 'P'],
  ['尉迟恭', 'Y'],
  ['盖聂', 'G'],
  ['折月亮', 'Z'],
])('%s has the index letter %s: surnames are read as surnames, words as words', (title, letter) => {
  expect(letterOf(title)).toBe(letter)
})

test.each([
  ['仙剑奇侠传', 'xianjianqixiazhuan'],
  ['仙剑奇侠传三', 'xianjianqixiazhuansan'],
  ['楚留香新传', 'chuliuxiangxinzhuan'],
  ['陆小凤传奇', 'luxiaofengchuanqi'],
  ['绝世真传', 'jueshizhenchuan'],
  ['宣传', 'xuanchuan'],
])('%s is read %s: 传 at the end of a name is a biography', (title, full) => {
  expect(pinyinOf(title)).toBe(full)
})

test('a character has every reading of the dictionary, and other characters have none', () => {
  expect(everyReadingOf('传')).toEqual(['chuan', 'zhuan'])
  expect(everyReadingOf('女')).toContain('nv')
  expect(everyReadingOf('2')).toEqual([])
  expect(everyReadingOf('が')).toEqual([])
})

test('any text gives a letter, and pinyin of lower-case letters and digits', () => {
  const title = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'重单长曾x2 が·《') }))
  fc.assert(
    fc.property(title, (text) => {
      expect(letterOf(text)).toMatch(/^(?:[A-Z]|0-9)$/)
      expect(pinyinOf(text)).toMatch(/^[a-z0-9]*$/)
      expect(initialsOf(text)).toMatch(/^[a-z0-9]*$/)
      expect(initialsOf(text).length).toBeLessThanOrEqual(pinyinOf(text).length)
    }),
  )
})
