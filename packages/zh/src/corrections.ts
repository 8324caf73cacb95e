/**
 * Names and titles that OpenCC converts wrongly, as [simplified, traditional in Taiwan's forms]. Add a line here and in
 * the test when a reader reports one.
 */
export const TRADITIONAL_CORRECTIONS: readonly (readonly [string, string])[] = [
  // 钟 as a bell, which OpenCC takes for 鍾.
  ['雾钟', '霧鐘'],
  // 周 as a week, which OpenCC keeps where it knows no word.
  ['周卡', '週卡'],
  // 余 as a surname; OpenCC takes it for 餘 (rest).
  ['余则成', '余則成'],
  ['余罪', '余罪'],
  ['余华', '余華'],
  ['余秋雨', '余秋雨'],
  ['余欢水', '余歡水'],
  ['余皑磊', '余皚磊'],
  ['余少群', '余少群'],
  ['余霜', '余霜'],
  ['余景天', '余景天'],
  ['余承恩', '余承恩'],
  ['余宇涵', '余宇涵'],
  ['余凯宁', '余凱寧'],
  ['余淮', '余淮'],
  ['余周周', '余周周'],
  ['余莺儿', '余鶯兒'],
  ['余沧海', '余滄海'],
  // 于, 范, 游, 郁, 钟, 涂, 岳 as surnames.
  ['岳不群', '岳不群'],
  ['岳绮罗', '岳綺羅'],
  ['于和伟', '于和偉'],
  ['于震', '于震'],
  ['于正', '于正'],
  ['于冬', '于冬'],
  ['于适', '于適'],
  ['于朦胧', '于朦朧'],
  ['于文文', '于文文'],
  ['于毅', '于毅'],
  ['于荣光', '于榮光'],
  ['于佩尔', '于佩爾'],
  ['于洋', '于洋'],
  ['于蓝', '于藍'],
  ['范伟', '范偉'],
  ['范闲', '范閒'],
  ['范丞丞', '范丞丞'],
  ['范明', '范明'],
  ['范湉湉', '范湉湉'],
  ['游本昌', '游本昌'],
  ['游建鸣', '游建鳴'],
  ['郁可唯', '郁可唯'],
  ['钟楚红', '鍾楚紅'],
  ['涂们', '涂們'],
  ['涂松岩', '涂松岩'],
  // Stage names, role names and titles.
  ['霉霉', '霉霉'],
  ['谷子地', '谷子地'],
  ['冬冬', '冬冬'],
  // 里 as a lane, which OpenCC takes for 裡 (inside).
  ['烟波里', '煙波里'],
  // Characters that are traditional themselves.
  ['幺', '幺'],
  ['苧', '苧'],
  ['干娘', '乾娘'],
  ['卷珠帘', '捲珠簾'],
]

/**
 * The opposite direction, as [traditional, simplified]. 著 stays in words about writing and being notable, else it
 * becomes 着.
 */
export const SIMPLIFIED_CORRECTIONS: readonly (readonly [string, string])[] = [
  ['著', '着'],
  ['著名', '著名'],
  ['著作', '著作'],
  ['著者', '著者'],
  ['著述', '著述'],
  ['著有', '著有'],
  ['著文', '著文'],
  ['著稱', '著称'],
  ['著書', '著书'],
  ['著錄', '著录'],
  ['名著', '名著'],
  ['原著', '原著'],
  ['合著', '合著'],
  ['巨著', '巨著'],
  ['卓著', '卓著'],
  ['昭著', '昭著'],
  ['土著', '土著'],
  ['拙著', '拙著'],
  ['編著', '编著'],
  ['譯著', '译著'],
  ['專著', '专著'],
  ['論著', '论著'],
  ['遺著', '遗著'],
  ['顯著', '显著'],
  ['微知著', '微知著'],
  ['鍾馗', '钟馗'],
  ['黃鍾公', '黄钟公'],
  // Forms of Hong Kong and of old prints.
  ['衞', '卫'],
  ['粧', '妆'],
  ['汚', '污'],
  ['薴', '苎'],
  ['徵羽', '徵羽'],
]
