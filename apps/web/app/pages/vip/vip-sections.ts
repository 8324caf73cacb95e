/** Ids of the parts that the head of the page links to. */
export const plansId = 'plans'
export const shelfId = 'cinema'
