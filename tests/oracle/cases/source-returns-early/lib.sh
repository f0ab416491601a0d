X=early
return 3
X=late
