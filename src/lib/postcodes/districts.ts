/**
 * The towns of Scotland's postcode districts, by postcode area. Each entry is a list of district numbers and ranges,
 * and their town; semicolons separate the entries. The towns were written by hand, without a source.
 */
export const DISTRICTS: Readonly<Record<string, string>> = {
  AB: '10-12,15-16,21-25 Aberdeen;13 Milltimber;14 Peterculter;30 Laurencekirk;31 Banchory;32 Westhill;33 Alford;34 Aboyne;35 Ballater;36 Strathdon;37 Ballindalloch;38 Aberlour;39 Stonehaven;41 Ellon;42 Peterhead;43 Fraserburgh;44 Macduff;45 Banff;51 Inverurie;52 Insch;53 Turriff;54 Huntly;55 Keith;56 Buckie',
  DD: '1-5 Dundee;6 Newport-on-Tay;7 Carnoustie;8 Forfar;9 Brechin;10 Montrose;11 Arbroath',
  DG: '1-2 Dumfries;3 Thornhill;4 Sanquhar;5 Dalbeattie;6 Kirkcudbright;7 Castle Douglas;8 Newton Stewart;9 Stranraer;10 Moffat;11 Lockerbie;12 Annan;13 Langholm;14 Canonbie;16 Gretna',
  EH: '1-17 Edinburgh;18 Lasswade;19 Bonnyrigg;20 Loanhead;21 Musselburgh;22 Dalkeith;23 Gorebridge;24 Rosewell;25 Roslin;26 Penicuik;27 Kirknewton;28 Newbridge;29 Kirkliston;30 South Queensferry;31 Gullane;32 Prestonpans;33-35 Tranent;36 Humbie;37 Pathhead;38 Heriot;39 North Berwick;40 East Linton;41 Haddington;42 Dunbar;43 Walkerburn;44 Innerleithen;45 Peebles;46 West Linton;47-48 Bathgate;49 Linlithgow;51 Bo’ness;52 Broxburn;53-54 Livingston;55 West Calder',
  FK: '1-2 Falkirk;3 Grangemouth;4 Bonnybridge;5 Larbert;6 Denny;7-9 Stirling;10 Alloa;11 Menstrie;12 Alva;13 Tillicoultry;14 Dollar;15 Dunblane;16 Doune;17-18 Callander;19 Lochearnhead;20 Crianlarich;21 Killin',
  G: '1-5,11-15,20-23,31-34,40-46,51-53,58 Glasgow;60 Bowling;61 Bearsden;62 Milngavie;63 Blanefield;64 Bishopbriggs;65 Kilsyth;66 Kirkintilloch;67-68 Cumbernauld;69 Baillieston;71 Uddingston;72 Cambuslang;73 Rutherglen;74-75 East Kilbride;76 Clarkston;77 Newton Mearns;78 Barrhead;81 Clydebank;82 Dumbarton;83 Alexandria;84 Helensburgh',
  HS: '1-2 Lewis;3-5 Harris;6 North Uist;7 Benbecula;8 South Uist;9 Barra',
  IV: '1-3,5 Inverness;4 Beauly;6 Muir of Ord;7 Dingwall;8 Munlochy;9 Avoch;10 Fortrose;11 Cromarty;12 Nairn;13 Tomatin;14 Strathpeffer;15-16 Dingwall;17 Alness;18 Invergordon;19-20 Tain;21 Gairloch;22 Achnasheen;23 Garve;24 Ardgay;25 Dornoch;26 Ullapool;27 Lairg;28 Rogart;30 Elgin;31 Lossiemouth;32 Fochabers;36 Forres;40 Kyle;41-49,51,55-56 Isle of Skye;52 Plockton;53 Strome Ferry;54 Strathcarron;63 Drumnadrochit',
  KA: '1-3 Kilmarnock;4 Galston;5 Mauchline;6-8 Ayr;9 Prestwick;10 Troon;11-12 Irvine;13 Kilwinning;14-15 Beith;16 Newmilns;17 Darvel;18 Cumnock;19 Maybole;20 Stevenston;21 Saltcoats;22 Ardrossan;23 West Kilbride;24 Dalry;25 Kilbirnie;26 Girvan;27 Isle of Arran;28 Isle of Cumbrae;29-30 Largs',
  KW: '1 Wick;2-3 Lybster;5 Latheron;6 Dunbeath;7 Berriedale;8 Helmsdale;9 Brora;10 Golspie;11 Kinbrace;12 Halkirk;13 Forsinard;14 Thurso;15 Kirkwall;16 Stromness;17 Orkney',
  KY: '1-2 Kirkcaldy;3 Burntisland;4 Cowdenbeath;5 Lochgelly;6-7 Glenrothes;8 Leven;9 Elie;10 Anstruther;11-12 Dunfermline;13 Kinross;14 Auchtermuchty;15 Cupar;16 St Andrews',
  ML: '1 Motherwell;2 Wishaw;3 Hamilton;4 Bellshill;5 Coatbridge;6 Airdrie;7 Shotts;8 Carluke;9 Larkhall;10 Strathaven;11 Lanark;12 Biggar',
  PA: '1-3 Paisley;4 Renfrew;5-6,9-10 Johnstone;7 Bishopton;8 Erskine;11 Bridge of Weir;12 Lochwinnoch;13 Kilmacolm;14 Port Glasgow;15-16 Greenock;17 Skelmorlie;18 Wemyss Bay;19 Gourock;20 Isle of Bute;21 Tighnabruaich;22 Colintraive;23 Dunoon;24-27 Cairndow;28 Campbeltown;29 Tarbert;30-31 Lochgilphead;32 Inveraray;33 Dalmally;34,37 Oban;35 Taynuilt;36 Bridge of Orchy;38 Appin;41 Isle of Gigha;42-49 Islay;60 Isle of Jura;61 Isle of Colonsay;62-75 Isle of Mull;76 Isle of Iona;77 Isle of Tiree;78 Isle of Coll',
  PH: '1-2,14 Perth;3-4 Auchterarder;5-7 Crieff;8 Dunkeld;9,16-18 Pitlochry;10-13 Blairgowrie;15 Aberfeldy;19 Dalwhinnie;20 Newtonmore;21 Kingussie;22 Aviemore;23 Carrbridge;24 Boat of Garten;25 Nethy Bridge;26 Grantown-on-Spey;30 Corrour;31 Roy Bridge;32 Fort Augustus;33 Fort William;34 Spean Bridge;35 Invergarry;36 Acharacle;37 Glenfinnan;38 Lochailort;39 Arisaig;40-41 Mallaig;42 Isle of Eigg;43 Isle of Rum;44 Isle of Canna;49 Ballachulish;50 Kinlochleven',
  TD: '1 Galashiels;2 Lauder;3 Gordon;4 Earlston;5 Kelso;6 Melrose;7 Selkirk;8 Jedburgh;9 Hawick;10-11 Duns;12 Coldstream;13 Cockburnspath;14 Eyemouth;15 Berwick-upon-Tweed',
  ZE: '1 Lerwick;2-3 Shetland',
};
