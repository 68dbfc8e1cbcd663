/** The local names of the districts in Aberdeen, Dundee, Edinburgh and Glasgow, in the format of `districts.ts`. */
export const LOCAL_NAMES: Readonly<Record<string, string>> = {
  AB: '10 City Centre and Garthdee;11 City Centre and Torry;12 Kincorth and Cove Bay;15 Mannofield and Cults;16 Northfield and Mastrick;21 Dyce and Bucksburn;22-23 Bridge of Don;24 Old Aberdeen and Woodside;25 Rosemount',
  DD: '1 City Centre;2 Lochee and the West End;3 Hilltown and Coldside;4 Stobswell and Maryfield;5 Broughty Ferry',
  EH: '1 Old Town;3 New Town;4 Stockbridge;5 Trinity;6 Leith;7 Restalrig;8 Abbeyhill and Newington;9 Marchmont;10 Morningside;11 Gorgie and Dalry;12 Corstorphine;13 Colinton;15 Portobello;16-17 Liberton and Gilmerton',
  G: '1 Merchant City;2 City Centre;3 Finnieston and Anderston;4 Townhead;5 Gorbals and Oatlands;11 Partick and Broomhill;12 Hyndland and Hillhead;13 Anniesland;14 Scotstoun and Whiteinch;15 Drumchapel;20 Maryhill;21 Springburn;22 Possilpark;31 Dennistoun;32 Shettleston and Tollcross;33 Riddrie;40 Bridgeton and Dalmarnock;41 Pollokshields;42 Govanhill and Battlefield;43 Newlands;44 Cathcart and Muirend;45 Castlemilk;51 Govan and Ibrox;52 Cardonald;53 Pollok',
};

/**
 * The nearest of the specified cities for each district, by straight-line distance. An entry without numbers is for all other
 * districts of the area. The slugs are those of `src/content/cities`. Other cities have the districts that their areas name
 * (`layouts/city-districts.ts`).
 */
export const NEAREST_CITIES: Readonly<Record<string, string>> = {
  AB: 'aberdeen',
  DD: 'dundee',
  DG: '10-16 edinburgh;glasgow',
  EH: 'edinburgh',
  FK: '3,13-14 edinburgh;glasgow',
  G: 'glasgow',
  HS: '3-9 glasgow;aberdeen',
  IV: '40-56 glasgow;21-22,63 dundee;aberdeen',
  KA: 'glasgow',
  KW: 'aberdeen',
  KY: '9-10,14-16 dundee;edinburgh',
  ML: '12 edinburgh;glasgow',
  PA: 'glasgow',
  PH: '25-26 aberdeen;30-31,33-34,36-50 glasgow;dundee',
  TD: 'edinburgh',
  ZE: 'aberdeen',
};
