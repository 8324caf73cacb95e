import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPairs } from './recognition-pairs.fixture.ts'
import { knownWrong } from './recognition-wrong.fixture.ts'
import { kindOf } from './recognition-facts-rules.ts'
import { parseName } from './recognition-name-rules.ts'
import { comparable, compareTitles, recognise, recognitionOf, scoreOf, type TitleFacts } from './recognition-rules.ts'

function judge(folder: string) {
  const pairs = readPairs(folder)
  const wrong: string[] = []
  let wrongMerges = 0
  for (const { known, found, expected, place } of pairs) {
    const recognition = recognitionOf(scoreOf(compareTitles(comparable(known), comparable(found))))
    if (recognition === expected) continue
    wrong.push(`${recognition}: ${place}`)
    if (recognition === 'same') wrongMerges++
  }
  return { pairs, wrong, wrongMerges }
}

const film: TitleFacts = {
  names: ['英雄'],
  year: 2002,
  category: '电影',
  areas: ['大陆'],
  directors: ['张艺谋'],
  actors: ['李连杰', '梁朝伟'],
}

describe('recognition of titles', () => {
  it.each([
    ['recognition-pairs', 2000],
    // Written after the rules were finished.
    ['recognition-held-out', 200],
  ])('[M02] %s: at least 98 % are right and at most 0.2 % are joined wrongly', (folder, least) => {
    const { pairs, wrong, wrongMerges } = judge(folder)
    expect(pairs.length).toBeGreaterThanOrEqual(least)
    expect(wrongMerges).toBeLessThanOrEqual(pairs.length * 0.002)
    expect(wrong.length).toBeLessThanOrEqual(pairs.length * 0.02)
    // Each wrong one is named: a change of the rules that makes another one wrong, or one right, changes the list.
    expect(wrong).toEqual(knownWrong[folder])
  })

  it('[M02] does not depend on which of two titles is known', () => {
    for (const { known, found } of readPairs('recognition-held-out')) {
      const [one, other] = [comparable(known), comparable(found)]
      expect(scoreOf(compareTitles(one, other))).toBe(scoreOf(compareTitles(other, one)))
    }
  })

  it('[M02] asks the operator where two titles of the catalog are equally good', () => {
    const candidate = { title: comparable(film) }
    const found = comparable({ ...film, names: ['英雄 国语版'] })
    expect(recognise(found, [{ id: 1, ...candidate }]).recognition).toBe('same')
    const twice = recognise(found, [
      { id: 2, ...candidate },
      { id: 1, ...candidate },
    ])
    expect([twice.recognition, twice.candidates.map(({ id }) => id)]).toEqual(['doubtful', [1, 2]])
    expect(recognise(found, [])).toEqual({ recognition: 'new', candidates: [] })
  })

  it.each([
    ['庆余年 第二季', '庆余年', 2],
    ['庆余年2', '庆余年', 2],
    ['慶餘年Ⅱ', '庆余年', 2],
    ['权力的游戏 S08', '权力的游戏', 8],
    ['Game of Thrones Season 8', 'gameofthrones', 8],
    ['倩女幽魂Ⅱ人间道', '倩女幽魂人间道', 2],
    ['赤壁(下)', '赤壁', 2],
    ['三生三世十里桃花', '三生三世10里桃花', null],
    ['2012', '2012', null],
    ['007：大破天幕杀机', '007大破天幕杀机', null],
    ['无间道 国粤双语 1080P', '无间道', null],
    ['国语', '国语', null],
    ['！！！', '!!!', null],
  ])('[M02] %s is %s, season %s', (name, key, season) => {
    expect(parseName(name).main).toMatchObject({ key, season })
  })

  it('[M02] parses any text, hostile ones too, to a key that is not empty', () => {
    const word = fc.constantFrom(
      '第',
      '季',
      '上',
      '(',
      '[',
      '<b',
      '>',
      '国语',
      '2',
      'Ⅱ',
      '之',
      '·',
      '\u0000',
      '\ud800',
      '十',
    )
    const text = fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 20 })
    fc.assert(
      fc.property(text, (parts) => {
        const { main, uncertain } = parseName(parts.join(''))
        for (const { key } of [main, ...uncertain]) expect(key).not.toBe('')
      }),
    )
  })

  it('[M02] reads categories as sources write them', () => {
    expect(['动作片', '国产剧', '日韩动漫', '动画片', '纪录片', '喜剧', '爽文短剧', '其他'].map(kindOf)).toEqual([
      'film',
      'series',
      'anime',
      'animation',
      'documentary',
      'film',
      'short',
      null,
    ])
  })
})
