/** Fonts of the rendering system; none is embedded. */
export const serifFamily = 'Noto Serif CJK SC,Source Han Serif SC,Songti SC,serif'
export const sansFamily = 'Noto Sans CJK SC,Source Han Sans SC,PingFang SC,sans-serif'
