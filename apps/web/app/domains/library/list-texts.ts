import { defineTexts } from '../../lib/text/texts.ts'

export const listTexts = defineTexts({
  later: '稍后看',
  addedLater: '已加入稍后看',
  alreadyLater: '这部已经在稍后看里了',
  otherList: '放进片单',
  putInto: '放进片单',
  count: (count: number) => `${count} 部`,
  newList: '新建片单',
  name: '片单名称',
  create: '建立',
  save: '保存',
  failed: '片单加载失败',
  loading: '正在加载片单',

  title: '我的片单',
  empty: '片单还是空的，遇到想看的就加进来',
  emptyLater: '还没有稍后看的影片，点海报上的时钟就能加进来',
  remove: (name: string) => `把《${name}》移出片单`,
  removed: (name: string) => `已把《${name}》移出片单`,
  rename: '改名',
  forward: '往前移',
  back: '往后移',
  delete: '删除片单',
  deleteTitle: (name: string) => `删除片单“${name}”？`,
  deleteText: '删除后无法恢复，片单里的影片不受影响。',
  lists: '片单',
})
